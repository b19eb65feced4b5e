import { useEffect } from 'react'
import type { InboxEvents } from '../../src/modules/messaging/contract.ts'
import { path } from '../lib/api.ts'
import { refresh } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'

const READ_ANEW: Record<keyof typeof InboxEvents, Parameters<typeof refresh>> = {
  message: ['/api/messages'],
  read: ['/api/messages'],
  notice: ['/api/notifications', '/api/trades'],
  trade: ['/api/trades', '/api/purchases', '/api/sales', '/api/messages/conversations'],
  refresh: ['/api/messages', '/api/notifications', '/api/trades', '/api/purchases', '/api/sales'],
}
const RETRY_MS = 30_000

/**
 * Refreshes the badge, the list and the open conversation when the server signals a change. Only a visible tab listens:
 * a browser allows six connections to a site over all its tabs. While the stream is down, polling the unread count
 * stands in.
 */
export function useLiveInbox(): void {
  const memberId = useMember()?.id
  useEffect(() => {
    if (memberId === undefined) return
    let stream: EventSource | undefined
    const follow = () => {
      // An EventSource reconnects after a dropped connection, but not after an error status.
      const listening = stream !== undefined && stream.readyState !== EventSource.CLOSED
      if (listening || document.hidden) return
      stream = new EventSource(path('/api/messages/stream'))
      for (const [event, paths] of Object.entries(READ_ANEW))
        stream.addEventListener(event, () => void refresh(...paths))
    }
    const leave = () => {
      stream?.close()
      stream = undefined
    }
    const look = () => (document.hidden ? leave() : follow())
    look()
    document.addEventListener('visibilitychange', look)
    const retry = setInterval(follow, RETRY_MS)
    return () => {
      leave()
      document.removeEventListener('visibilitychange', look)
      clearInterval(retry)
    }
  }, [memberId])
}
