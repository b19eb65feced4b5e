import type { ChosenKind } from '../../../src/modules/notifications/contract.ts'

/** What they are called where a member chooses. */
export const KIND_NAMES: Record<ChosenKind, { name: string; hint: string }> = {
  messages: { name: 'Messages', hint: 'A neighbour has written to you' },
  trades: { name: 'Trades', hint: 'Sold, cancelled, decided' },
  reminders: { name: 'Reminders', hint: 'What still waits for you' },
  'thank-yous': { name: 'Thank-yous', hint: 'Thanks for what you have done' },
  alerts: { name: 'Alerts', hint: 'What you are looking out for' },
  'market-news': { name: 'Market news', hint: 'What is new at Outgrown' },
}
