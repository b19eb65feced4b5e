import type { BonusKind } from '../../../src/modules/wallet/contract.ts'
import { words } from '../../../src/platform/language/words.ts'

/** Messages: `t(BONUS_LABELS[kind])` shows one. */
export const BONUS_LABELS: Readonly<Record<BonusKind, string>> = {
  first_listing: words('First listing'),
  first_sale: words('First sale'),
  monthly_combo: words('Monthly combo'),
  referral_bonus: words('Invitations'),
  streak_bonus: words('Streaks'),
  welcome_bonus: words('Welcome'),
}
