import { useEffect } from 'react'
import type { InboxEvents } from '../../src/modules/messaging/contract.ts'
import { path } from '../lib/api.ts'
import { refresh } from '../lib/use-api.ts'
import { useMember } from '../lib/use-member.ts'

const EVENTS: (keyof typeof InboxEvents)[] = ['message', 'read', 'notice', 'refresh']
const RETRY_MS = 30_000

/**
 * Badge, list and open thread follow what is said elsewhere. Only a tab that is being looked at listens: a browser has six
 * connections to a site, for all its tabs. While the stream is away, the poll of the unread count stands in.
 */
export function useLiveInbox(): void {
  const memberId = useMember()?.id
  useEffect(() => {
    if (memberId === undefined) return
    let stream: EventSource | undefined
    const follow = () => {
      // A browser tries again by itself after a cut connection, but not after a refusal.
      const listening = stream !== undefined && stream.readyState !== EventSource.CLOSED
      if (listening || document.hidden) return
      stream = new EventSource(path('/api/messages/stream'))
      for (const event of EVENTS) stream.addEventListener(event, () => void refresh('/api/messages'))
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
