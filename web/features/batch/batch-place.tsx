import type { User } from '../../../src/modules/identity/contract.ts'
import { t } from '../../lib/t.ts'
import { Card } from '../../ui/card.tsx'
import { DefaultsForm } from '../identity/defaults-form.tsx'

/** Whether the account knows all that a listing says about pickup and contact. */
export const hasPlace = (member: User): boolean =>
  Boolean(member.defaultCity && member.defaultPickupAddress && member.defaultContactName && member.defaultContactEmail)

/** Whether somebody is typing into a form, which what finishes meanwhile must neither move nor leave. */
export const isFillingIn = (): boolean => document.activeElement?.closest('form')?.checkVisibility() ?? false

/**
 * Asked once, while the photos are looked at: it is the account's from then on.
 * It stays while the steps change around it, so that nothing typed is lost.
 */
export function BatchPlace({ member, hidden }: { member: User; hidden: boolean }) {
  const focusStep = () => document.querySelector<HTMLElement>('[aria-current="step"]')?.focus({ preventScroll: true })
  return (
    <div hidden={hidden}>
      <Card>
        <h2 id="pickup-place" tabIndex={-1} className="text-lg font-extrabold outline-none">
          {t('Where can neighbours pick them up?')}
        </h2>
        <p className="mb-4 text-muted">
          {t("Everyone sees your city; only the buyer sees the address. We'll fill it in from now on.")}
        </p>
        <DefaultsForm member={member} focused={false} onSaved={focusStep} />
      </Card>
    </div>
  )
}
