import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { SavedSearch } from '../../../src/modules/catalog/searches/contract.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { toast } from '../../ui/toast.ts'
import { changeSearch, HOW_LABELS, removeSearch, saveSearch } from './change-searches.ts'
import { ChipChoice } from './chip-choice.tsx'
import { inOneLine } from './filter-words.ts'
import type { Filters } from './filters.ts'

interface Props {
  filters: Filters
  /** It is saved already: this changes or removes it. */
  saved: SavedSearch | undefined
  onOpenChange: (open: boolean) => void
}

/** How soon its member is told of what a search finds, and who may know of it. */
export default function SearchDialog({ filters, saved, onOpenChange }: Props) {
  const navigate = useNavigate()
  const [how, setHow] = useState<SavedSearch['how']>(saved?.how ?? 'at-once')
  const [shown, setShown] = useState(saved?.shown ?? false)
  const keep = useAction(async () => {
    await (saved ? changeSearch(saved.id, { how, shown }) : saveSearch(filters, { how, shown }))
    onOpenChange(false)
    toast({
      title: saved ? 'Search changed' : 'Search saved',
      description: PROMISES[how],
      action: { label: 'Your searches', onSelect: () => void navigate('/searches') },
    })
  })
  const remove = useAction(async () => {
    if (saved) await removeSearch(saved)
    onOpenChange(false)
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void keep.run()
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={saved ? 'Your saved search' : 'Tell me when one appears'}
      description={<bdi>{inOneLine(filters)}</bdi>}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <ChipChoice
          legend="Tell me"
          name="how"
          choices={Object.entries(HOW_LABELS)}
          value={how}
          onChoose={(choice) => setHow(choice as SavedSearch['how'])}
        />
        <p className="-mt-2 text-sm text-muted">
          {PROMISES[how]}{' '}
          {how !== 'none' && (
            <>
              Mails come as{' '}
              <Link to="/account#notifications" className="link">
                your settings
              </Link>{' '}
              say. After 60 days without a look at it, it rests.
            </>
          )}
        </p>
        <Checkbox
          label="Show it to neighbours who post such a thing"
          hint="Without your name: “Somebody about 2 km from here looks for this.”"
          checked={shown}
          onChange={setShown}
        />
        <FormError error={keep.error ?? remove.error} />
        <DialogActions>
          {saved ? (
            <Button variant="quiet" pending={remove.pending} onClick={() => void remove.run()}>
              Remove
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
          )}
          <Button type="submit" pending={keep.pending}>
            {saved ? 'Save changes' : 'Save search'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const PROMISES: Record<SavedSearch['how'], string> = {
  'at-once': 'You hear of each new thing as soon as it is posted.',
  daily: 'You hear once a day of all that is new, when there is something.',
  weekly: 'You hear once a week of all that is new, when there is something.',
  none: 'You are not told; the search waits among your saved searches.',
}
