import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DefaultsForm } from './defaults-form.tsx'

/** Default pickup address and contact. Opens in edit mode while something required is missing. */
export function DefaultsCard({ member }: { member: User }) {
  const complete = Boolean(member.defaultCity && member.defaultPickupAddress)
  const [editing, setEditing] = useState(!complete)
  // After a press the focus stays nearby; on arrival the page's heading has it.
  const [switched, setSwitched] = useState(false)
  const edit = (on: boolean) => {
    setEditing(on)
    setSwitched(true)
  }
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t('Default Location & Contact Info')}</h2>
      <p className="text-muted">{t('Filled in for you whenever you post an item.')}</p>
      <p className="my-4 flex items-start gap-2 rounded-input bg-primary-soft p-3 text-sm">
        <Lock size={18} aria-hidden className="mt-0.5 shrink-0 text-primary" />
        {t('Only your city is public. The full address is shared after purchase, with the buyer alone.')}
      </p>
      {editing ? (
        <DefaultsForm
          member={member}
          focused={switched}
          onSaved={() => edit(false)}
          onCancel={complete ? () => edit(false) : undefined}
        />
      ) : (
        <>
          <DefaultsView member={member} />
          <Button variant="quiet" autoFocus={switched} onClick={() => edit(true)} className="mt-4">
            {t('Update Info')}
          </Button>
        </>
      )}
    </Card>
  )
}

function DefaultsView({ member }: { member: User }) {
  const rows = [
    [t('City'), member.defaultCity],
    [t('Pickup address'), member.defaultPickupAddress],
    [t('Contact name'), member.defaultContactName],
    [t('Contact email'), member.defaultContactEmail],
    [t('Contact phone'), member.defaultContactPhone],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
