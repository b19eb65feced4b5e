import { useState } from 'react'
import { Link, useNavigate } from '../../../lib/navigation.tsx'
import type { SavedSearch } from '../../../../src/modules/catalog/searches/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { rich, t } from '../../../lib/t.ts'
import { distance } from '../../../lib/look.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import Dialog, { DialogActions } from '../../../ui/overlays/dialog.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { changeSearch, HOW_LABELS, removeSearch, saveSearch } from './change-searches.ts'
import { ChipChoice, inThePagesLanguage } from '../chip-choice.tsx'
import { inOneLine } from '../filter-words.ts'
import type { Filters } from '../filters.ts'

interface Props {
  filters: Filters
  /** It is saved already: this changes or removes it. */
  saved: SavedSearch | undefined
  onOpenChange: (open: boolean) => void
}

/** The ways in which its member is told of what a search finds, and who may know of it. */
export default function SearchDialog({ filters, saved, onOpenChange }: Props) {
  const navigate = useNavigate()
  const [how, setHow] = useState<SavedSearch['how']>(saved?.how ?? 'at-once')
  const [shown, setShown] = useState(saved?.shown ?? false)
  const keep = useAction(async () => {
    await (saved ? changeSearch(saved.id, { how, shown }) : saveSearch(filters, { how, shown }))
    onOpenChange(false)
    toast({
      title: saved ? t('Search changed') : t('Search saved'),
      description: t(PROMISES[how]),
      action: { label: t('Your searches'), onSelect: () => navigate('/searches') },
    })
  })
  const remove = useAction(async () => {
    if (saved) await removeSearch(saved)
    onOpenChange(false)
  })
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={saved ? t('Your saved search') : t('Tell me when one appears')}
      description={<bdi>{inOneLine(filters)}</bdi>}
    >
      <form onSubmit={keep.submit} className="flex flex-col gap-5">
        <ChipChoice
          legend={t('Tell me')}
          name="how"
          choices={inThePagesLanguage(HOW_LABELS)}
          value={how}
          onChoose={(choice) => setHow(choice as SavedSearch['how'])}
        />
        <p className="-mt-2 text-sm text-muted">
          {t(PROMISES[how])}{' '}
          {how !== 'none' &&
            rich("Emails follow <link>your settings</link>. We pause it if you don't look for 60 days.", {
              link: (text) => (
                <Link to="/account#notifications" className="link">
                  {text}
                </Link>
              ),
            })}
        </p>
        <Checkbox
          label={t('Let neighbours who post something like this know')}
          hint={t('Without your name: “Someone about {distance} from here is looking for this.”', {
            distance: distance(2),
          })}
          checked={shown}
          onChange={setShown}
        />
        <FormError error={keep.error ?? remove.error} />
        <DialogActions>
          {saved ? (
            <Button variant="quiet" pending={remove.pending} onClick={() => void remove.run()}>
              {t('Remove')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => onOpenChange(false)}>
              {t('Cancel')}
            </Button>
          )}
          <Button type="submit" pending={keep.pending}>
            {saved ? t('Save changes') : t('Save search')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const PROMISES: Record<SavedSearch['how'], string> = {
  'at-once': words("We'll tell you about each new item as soon as it's posted."),
  daily: words("Once a day we'll tell you everything new, if there is anything."),
  weekly: words("Once a week we'll tell you everything new, if there is anything."),
  none: words("We won't tell you; you'll find it in your saved searches."),
}
