import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { countTokens } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { isGivenBack, namesOf } from './order.ts'
import { OrderLines } from './order-lines.tsx'

/** The frame of a purchase's card. */
export function cardOf(purchase: Purchase) {
  const { id, title, category, photos, purchasedAt, lines, seller } = purchase
  const when = <TimeAgo at={purchasedAt ?? purchase.reservedAt} />
  return {
    title,
    photo: photos[0],
    listing: lines.length === 1 ? { id, category } : undefined,
    when: (
      <>
        {lines.length > 1 && seller.firstName !== null
          ? rich('Purchased from {name} {when}', { name: seller.firstName, when })
          : rich('Purchased {when}', { when })}
      </>
    ),
  }
}

/** The things of an order of several. */
export const Lines = ({ purchase }: { purchase: Purchase }) =>
  purchase.lines.length > 1 && <OrderLines lines={purchase.lines} you="buyer" />

const WHY_REFUNDED = {
  seller: words('Cancelled by the seller.'),
  admin: words('An admin decided in your favour.'),
  clock: words('The problem was not settled in time.'),
}

/** Things that came to nothing, with what came back, and who called them off. */
export function Refund({ purchase }: { purchase: Purchase }) {
  const lines = purchase.lines.filter(isGivenBack)
  const [first] = lines
  if (!first) return null
  const tokens = countTokens(addTokens(...lines.flatMap(({ tokenPrice, tokenFee }) => [tokenPrice, tokenFee])))
  const card = formatMoney(purchase.cardRefund, purchase.currency)
  const inState = (state: Purchase['state']) => lines.some((line) => line.state === state)
  const by = new Set(lines.map(({ cancelledBy }) => cancelledBy))
  return (
    <p className="text-sm text-muted">
      {purchase.lines.length > 1 && `${namesOf(lines)}: `}
      {by.size === 1 && `${t(WHY_REFUNDED[first.cancelledBy ?? 'seller'])} `}
      {inState('refund_failed')
        ? t("You got back {tokens}. Your bank didn't accept the {card} refund: an admin is looking into it.", {
            tokens,
            card,
          })
        : inState('refund_due')
          ? t('You got back {tokens}. {card} are on their way to your card.', { tokens, card })
          : t('You got back {tokens} and {card}.', { tokens, card })}
    </p>
  )
}
