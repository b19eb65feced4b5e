import type { ChosenKind } from '../../../src/modules/notifications/contract.ts'
import { words } from '../../../src/platform/language/words.ts'

/** The kinds' names on the page where a member chooses; messages, as their hints. */
export const KIND_NAMES: Record<ChosenKind, { name: string; hint: string }> = {
  messages: { name: words('Messages'), hint: words('A neighbour wrote to you') },
  trades: { name: words('Trades'), hint: words('Sold, cancelled, decided') },
  reminders: { name: words('Reminders'), hint: words('What you still need to do') },
  'thank-yous': { name: words('Thank-yous'), hint: words('Thank-yous from neighbours') },
  alerts: { name: words('Alerts'), hint: words('Saved searches and favourites') },
}
