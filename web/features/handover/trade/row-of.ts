import { waitsForMe } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'
import { wordsFor } from './words.ts'

/** A trade as a row: what comes next, and the words on its one button. */
export function rowOf(trade: Trade, now: number, open: boolean) {
  const mine = waitsForMe(trade)
  return { next: wordsFor(trade, now).title, action: mine ? actionOf(trade) : t('Details'), mine, open }
}

function actionOf({ stage, side }: Trade): string {
  switch (stage) {
    case 'paid':
      return t('Agree on a time')
    case 'times_offered':
      return t('Choose a time')
    case 'at_the_door':
      return side === 'seller' ? t('Show my code') : t('Type the code')
    case 'problem':
      return t('Answer')
    default:
      return t('Details')
  }
}
