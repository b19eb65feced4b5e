import { formatFacts, type Facts, type Manner } from '../../../platform/language/facts.ts'
import { recognise } from '../../../platform/language/recognise.ts'
import { words } from '../../../platform/language/words.ts'
import type { TokenTransaction } from '../contract.ts'

/** The words of each line of a statement. */
const WORDS: Record<TokenTransaction['type'], string> = {
  purchase_item: words('Purchase: {title}'),
  sale: words('Sale: {title}'),
  refund: words(
    '{why, select, cancelled {Refund: {title} (cancelled)} card_refused {Refund: {title} (card refused)} not_paid {Refund: {title} (not paid)} order_off {Refund: {title} (the order it was added to is off)} other {Refund: {title} (not paid in time)}}',
  ),
  welcome_bonus: words('Welcome bonus'),
  first_listing: words('First listing bonus'),
  first_sale: words('First sale bonus'),
  monthly_combo: words('Monthly combo bonus for {month}'),
  streak_bonus: words('Streak bonus for {month}: {months} active months in a row'),
  referral_bonus: words('Referral bonus: a friend you invited has traded with two neighbours'),
}

/** The words of a line. One of before has English words instead of facts, of which those are found again. */
export function describe(
  { type, facts, description }: { type: TokenTransaction['type']; facts: unknown; description: string },
  manner: Manner,
): string {
  if (facts === null && manner.language === 'en') return description
  const known = facts === null ? recognise(WORDS[type], description) : (facts as Facts)
  return known ? formatFacts(manner, WORDS[type], known) : description
}
