import { waitsForMe } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'
import { wordsFor } from './words.ts'

/** A trade as a row: what comes next, and the words on its one button. */
export function rowOf(trade: Trade, now: number, open: boolean) {
  const mine = waitsForMe(trade)
  return { next: wordsFor(trade, now).title, action: mine ? actionOf(trade) : t('Details'), mine, open }
}

function actionOf({ next, stage, side }: Trade): string {
  if (stage === 'at_the_door') return side === 'seller' ? t('Show my code') : t('Type the code')
  switch (next.step) {
    case 'offer_times':
      return t('Agree on a time')
    case 'take_time':
      return t('Choose a time')
    case 'answer':
    case 'accept':
      return t('Answer')
    default:
      return t('Details')
  }
}
