import { useState } from 'react'
import type { Message } from '../../../src/modules/messaging/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { useAway } from '../../lib/offline/freshness.ts'
import {
  type Outcome,
  type Waiting,
  discardWaiting,
  leaveInOutbox,
  sendAgain,
  useOutcomes,
  useWaiting,
} from '../../lib/offline/outbox.ts'
import { t } from '../../lib/t.ts'
import { changeFirstPage, refresh } from '../../lib/use-api.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { waitingMessage } from './waiting-message.ts'
import { messagesPath } from './use-conversation.ts'

/** A message that the server has not acknowledged yet. */
export interface Outgoing {
  id: string
  conversationId: string
  listingId: string
  body: string
  /** Addresses of uploads. */
  photos: string[]
  createdAt: string
  state: 'sending' | 'waiting' | 'failed'
}

export interface Outbox {
  messages: Outgoing[]
  send: (message: Pick<Outgoing, 'conversationId' | 'listingId' | 'body' | 'photos'>) => void
  retry: (message: Outgoing) => void
  discard: (message: Outgoing) => void
}

/**
 * Shows messages at once and sends them in the background: by the service worker, in order, also after the page has been
 * closed; where there is none, by the page. A refused one stays until it is retried, under the same id, or discarded.
 */
export function useOutbox(memberId: string): Outbox {
  const away = useAway()
  const waiting = useWaiting().flatMap((entry) => outgoingOf(entry, away))
  const [own, setOwn] = useState<Outgoing[]>([])
  const forget = ({ id }: Outgoing) => setOwn((all) => all.filter((message) => message.id !== id))
  useOutcomes(show)

  const deliver = async (message: Outgoing) => {
    if (await leaveInOutbox(waitingMessage(memberId, message))) return
    const { id, conversationId, listingId, body, photos } = message
    setOwn((all) => [...all.filter((other) => other.id !== id), message])
    try {
      const sent = await call('POST /api/items/:id/messages', {
        params: { id: listingId },
        body: { threadId: conversationId, messageId: id, body, photos },
      })
      await showSent(conversationId, sent)
      forget(message)
    } catch (error) {
      setOwn((all) => all.map((other) => (other.id === id ? { ...other, state: 'failed' } : other)))
      const description = messageFrom(error, t('Please check your connection and try again.'))
      toast({ title: t('Failed to send message'), description, tone: 'danger' })
    }
  }
  return {
    messages: [...waiting.map(({ message }) => message), ...own],
    send: (message) =>
      void deliver({ ...message, id: crypto.randomUUID(), createdAt: new Date().toISOString(), state: 'sending' }),
    retry: (message) => {
      const entry = waiting.find((one) => one.message.id === message.id)?.entry
      void (entry ? sendAgain(entry) : deliver({ ...message, state: 'sending' }))
    },
    discard: (message) => {
      const entry = waiting.find((one) => one.message.id === message.id)?.entry
      if (entry) void discardWaiting(entry)
      else forget(message)
    },
  }
}

async function show({ entry, told }: Outcome): Promise<void> {
  if (entry.kind === 'message' && told !== undefined) await showSent(entry.about, JSON.parse(told) as Message)
}

async function showSent(conversationId: string, sent: Message): Promise<void> {
  await changeFirstPage(messagesPath(conversationId), ({ messages, ...open }) => ({
    ...open,
    messages: [...messages.filter(({ id }) => id !== sent.id), sent],
  }))
  await refresh('/api/messages/conversations')
}

interface Kept {
  messageId: string
  body: string
  photos?: string[]
}

function outgoingOf(entry: Waiting, away: boolean): { entry: Waiting; message: Outgoing }[] {
  const { kind, about, path, body, createdAt, refusal } = entry
  if (kind !== 'message' || body === undefined) return []
  // One that a build before photos has left has none.
  const { messageId: id, body: text, photos = [] } = JSON.parse(body) as Kept
  const state = refusal !== undefined ? 'failed' : away ? 'waiting' : 'sending'
  const listingId = path.split('/')[3] ?? ''
  return [{ entry, message: { id, conversationId: about, listingId, body: text, photos, createdAt, state } }]
}
