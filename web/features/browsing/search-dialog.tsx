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
              Emails follow{' '}
              <Link to="/account#notifications" className="link">
                your settings
              </Link>
              . We pause it if you don't look for 60 days.
            </>
          )}
        </p>
        <Checkbox
          label="Let neighbours who post something like this know"
          hint="Without your name: “Someone about 2 km from here is looking for this.”"
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
  'at-once': "We'll tell you about each new item as soon as it's posted.",
  daily: "Once a day we'll tell you everything new, if there is anything.",
  weekly: "Once a week we'll tell you everything new, if there is anything.",
  none: "We won't tell you; you'll find it in your saved searches.",
}
