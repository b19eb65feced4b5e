import type { User } from '../../../src/modules/identity/contract.ts'
import { t } from '../../lib/t.ts'
import { Card } from '../../ui/card.tsx'
import { DefaultsForm } from '../identity/defaults-form.tsx'

/** Whether the account knows all that a listing says about pickup and contact. */
export const hasPlace = (member: User): boolean =>
  Boolean(member.defaultCity && member.defaultPickupAddress && member.defaultContactName && member.defaultContactEmail)

/** Asked once, while the photos are looked at: it is the account's from then on. */
export function BatchPlace({ member }: { member: User }) {
  return (
    <Card>
      <h2 id="pickup-place" tabIndex={-1} className="text-lg font-extrabold outline-none">
        {t('Where can neighbours pick them up?')}
      </h2>
      <p className="mb-4 text-muted">
        {t("Everyone sees your city; only the buyer sees the address. We'll fill it in from now on.")}
      </p>
      <DefaultsForm member={member} focused={false} onSaved={() => undefined} />
    </Card>
  )
}
