import { words } from '../../../../src/platform/language/words.ts'
import { ApiError } from '../../../lib/api.ts'
import { isConnectionAway } from '../../../lib/offline/connection.ts'
import { t } from '../../../lib/t.ts'
import { FieldError } from '../../../ui/forms/field.tsx'

/** The bank has said no, in its words. */
export class Declined extends Error {}
/** The card is charged, but the market could not be told. */
class Unfinished extends Error {}

const OFFLINE = words('Nothing was sent: your card was not charged. Press the button again once you are back online.')
const UNKNOWN = words(
  "The connection went away before the answer came, so we can't tell yet whether your card was charged. Press the button again: this purchase is never charged twice.",
)
const UNFINISHED = words(
  'Your card was charged, but the connection went away before the purchase was complete. Press the button again to finish: you are not charged twice.',
)
const DECLINED = words(
  'Your card was not charged. Try another card, or ask your bank; your reservation stays meanwhile.',
)

/** @throws {TypeError} instead of sending anything while the browser knows that it is offline */
export function refuseOffline(): void {
  if (!navigator.onLine) throw new TypeError('Failed to fetch: offline')
}

/** Finishes a paid purchase. @throws {Unfinished} where the connection goes */
export async function finishing(finish: Promise<void>): Promise<void> {
  try {
    await finish
  } catch (error) {
    throw isConnectionAway(error) ? new Unfinished() : error
  }
}

/** The reason for which a payment failed, and below it whether money moved and what to do next. */
export function PaymentFailure({ error }: { error: unknown }) {
  const [what, next] = wordsFor(error)
  return (
    <div role="alert">
      {what !== undefined && <FieldError>{what}</FieldError>}
      {next !== undefined && <p className="mt-1 text-sm">{next}</p>}
    </div>
  )
}

function wordsFor(error: unknown): [what?: string, next?: string] {
  if (error === undefined) return []
  if (error instanceof Declined) return [error.message, t(DECLINED)]
  if (error instanceof Unfinished) return [t('The purchase is not complete yet'), t(UNFINISHED)]
  if (error instanceof ApiError) {
    const charged = error.code === 'CARD_SHARED' || error.code === 'CARD_ALLOWANCE_SPENT'
    return error.status === 402 && !charged ? [error.message, t(DECLINED)] : [error.message]
  }
  if (!isConnectionAway(error)) return [t('An unexpected error occurred')]
  return navigator.onLine ? [t('An unexpected error occurred'), t(UNKNOWN)] : [t('You are offline'), t(OFFLINE)]
}
