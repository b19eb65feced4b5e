import { useState } from 'react'
import { call, messageFrom } from '../../lib/api.ts'
import { changeFirstPage, refresh } from '../../lib/use-api.ts'
import { toast } from '../../ui/toast.ts'
import { messagesPath } from './use-conversation.ts'

/** A message that the server has not acknowledged yet. */
export interface Outgoing {
  id: string
  conversationId: string
  listingId: string
  body: string
  createdAt: string
  failed: boolean
}

export interface Outbox {
  messages: Outgoing[]
  send: (message: Pick<Outgoing, 'conversationId' | 'listingId' | 'body'>) => void
  retry: (message: Outgoing) => void
  discard: (message: Outgoing) => void
}

/**
 * Shows messages at once and sends them in the background. A failed one stays until it is retried, under the same id,
 * or discarded.
 */
export function useOutbox(): Outbox {
  const [messages, setMessages] = useState<Outgoing[]>([])
  const discard = ({ id }: Outgoing) => setMessages((all) => all.filter((message) => message.id !== id))

  const deliver = async (message: Outgoing) => {
    const { id, conversationId, listingId, body } = message
    setMessages((all) => [...all.filter((other) => other.id !== id), message])
    try {
      const sent = await call('POST /api/items/:id/messages', {
        params: { id: listingId },
        body: { threadId: conversationId, messageId: id, body },
      })
      await changeFirstPage(messagesPath(conversationId), ({ thread, messages: known }) => ({
        thread,
        messages: [...known.filter((other) => other.id !== id), sent],
      }))
      discard(message)
      await refresh('/api/messages/conversations')
    } catch (error) {
      setMessages((all) => all.map((other) => (other.id === id ? { ...other, failed: true } : other)))
      const description = messageFrom(error, 'Please check your connection and try again.')
      toast({ title: 'Failed to send message', description, tone: 'danger' })
    }
  }
  return {
    messages,
    send: (message) =>
      void deliver({ ...message, id: crypto.randomUUID(), createdAt: new Date().toISOString(), failed: false }),
    retry: (message) => void deliver({ ...message, failed: false }),
    discard,
  }
}
