import type { ChosenKind } from '../../../src/modules/notifications/contract.ts'

/** What they are called where a member chooses. */
export const KIND_NAMES: Record<ChosenKind, { name: string; hint: string }> = {
  messages: { name: 'Messages', hint: 'A neighbour wrote to you' },
  trades: { name: 'Trades', hint: 'Sold, cancelled, decided' },
  reminders: { name: 'Reminders', hint: 'What you still need to do' },
  'thank-yous': { name: 'Thank-yous', hint: 'Thank-yous from neighbours' },
  alerts: { name: 'Alerts', hint: 'Saved searches and favourites' },
}
