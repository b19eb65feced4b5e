import { type SubmitEvent, useState } from 'react'
import type { FoundMember } from '../../../src/modules/admin/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { FoundListings } from './found-listings.tsx'
import { FoundMembers } from './found-members.tsx'
import { personName } from './person-link.tsx'

const KINDS = { members: words('Members'), listings: words('Listings') }
const HEADING = 'search'

/** Finds members by name or address, and listings by title or member. */
export function SearchCard() {
  const [kind, setKind] = useState<keyof typeof KINDS>('members')
  const [text, setText] = useState('')
  const [search, setSearch] = useState<string>()
  const [seller, setSeller] = useState<FoundMember>()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSearch(text.trim())
  }
  const choose = (chosen: keyof typeof KINDS) => {
    setKind(chosen)
    setSeller(undefined)
  }
  const showListings = (member: FoundMember) => {
    setKind('listings')
    setSeller(member)
    setText('')
    setSearch('')
    // The pressed button is gone.
    document.getElementById(HEADING)?.focus()
  }
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 p-4 pb-0">
        <h2 id={HEADING} tabIndex={-1} className="scroll-mt-20 text-xl font-extrabold outline-none">
          {t('Members and listings')}
        </h2>
        <div role="group" aria-label={t('What to search for')} className="flex flex-wrap gap-1">
          {(['members', 'listings'] as const).map((choice) => (
            <Button
              key={choice}
              variant={choice === kind ? 'primary' : 'plain'}
              aria-pressed={choice === kind}
              onClick={() => choose(choice)}
            >
              {t(KINDS[choice])}
            </Button>
          ))}
        </div>
      </div>
      <form role="search" aria-label={t(KINDS[kind])} onSubmit={submit} className="flex flex-wrap items-end gap-3 p-4">
        <Field
          label={kind === 'members' ? t('Name or e-mail address') : t('Title')}
          className="min-w-0 flex-1 basis-60"
        >
          {(control) => (
            <TextInput
              {...control}
              type="search"
              dir="auto"
              maxLength={100}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="quiet">
          {t('Search')}
        </Button>
      </form>
      {seller && (
        <p className="flex flex-wrap items-center gap-2 px-4 pb-3 wrap-anywhere">
          {t('Listings of {name}', { name: personName(seller) })}
          <Button variant="plain" onClick={() => setSeller(undefined)}>
            {t('Of everybody')}
          </Button>
        </p>
      )}
      {search !== undefined && kind === 'members' && <FoundMembers search={search} onListings={showListings} />}
      {search !== undefined && kind === 'listings' && <FoundListings search={search} sellerId={seller?.id} />}
    </Card>
  )
}
