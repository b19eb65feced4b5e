import { renderToString } from 'react-dom/server'
import { StaticRouter } from '../../lib/navigation.tsx'
import { expect, test, vi } from 'vitest'
import type { Conversation } from '../../../src/modules/messaging/contract.ts'
import { SwrRoot } from '../../lib/swr-root.tsx'
import { ConversationView } from './conversation-view.tsx'
import type { Outgoing } from './use-outbox.ts'

const conversation = {
  id: 'conversation',
  itemId: 'listing',
  otherUser: { id: 'maya', firstName: 'Maya', lastName: 'Neighbour', hasLeft: false },
  item: { title: 'A kite', photo: null, status: 'available', tokenPrice: '3.00' },
} as unknown as Conversation
const written = { conversationId: 'conversation', listingId: 'listing', photos: [], createdAt: '2026-11-22T10:00:00Z' }
const outgoing: Outgoing[] = [
  { ...written, id: '1', body: 'On my way', state: 'waiting' },
  { ...written, id: '2', body: 'Is it blue?', state: 'failed' },
]

const nothing = () => undefined
const NO_MORE = { hasMore: false, busy: false, failed: false, load: nothing }

/** The text of the conversation before any message of it could be loaded. */
function viewOf(error: unknown): string {
  vi.stubGlobal('sessionStorage', { getItem: nothing })
  const html = renderToString(
    <StaticRouter location="/">
      <SwrRoot data={{}}>
        <ConversationView
          conversation={conversation}
          open={{ thread: undefined, purchase: null, sale: null, messages: [], older: NO_MORE, error, retry: nothing }}
          memberId="june"
          outbox={{ messages: outgoing, send: nothing, retry: nothing, discard: nothing }}
        />
      </SwrRoot>
    </StaticRouter>,
  )
  return html.replace(/<[^>]+>/g, '')
}

test.each([
  ['are on their way', undefined, 'Loading messages...'],
  ['could not be loaded', new TypeError('Failed to fetch'), 'The messages could not be loaded'],
])('what was written shows though the messages %s', (_, error, words) => {
  const text = viewOf(error)
  expect(text).toContain(words)
  expect(text).toContain('You: On my way')
  expect(text).toContain('You, not sent: Is it blue?')
})
