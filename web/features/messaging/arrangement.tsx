import { Handshake } from 'lucide-react'
import type { Message } from '../../../src/modules/messaging/contract.ts'
import { formatClock } from '../../lib/time.ts'

/** The market's message after a payment: what happened. What to do now is on the card of the trade. */
export function Arrangement({ message }: { message: Message }) {
  const [first = ''] = message.body.split('\n\n')
  // The first paragraph goes on with one line for each of several things.
  const [what, ...things] = first.split('\n')
  return (
    <article className="mx-auto my-2 w-full max-w-lg rounded-card border border-s-4 border-line border-s-lamp bg-surface p-4">
      <h4 className="flex items-start gap-2 font-extrabold">
        <Handshake size={22} aria-hidden className="shrink-0 text-lamp-text" />
        <span className="wrap-anywhere">{what}</span>
      </h4>
      {things.length > 0 && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{things.join('\n')}</p>}
      <p className="mt-2 text-xs text-muted">
        <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
      </p>
    </article>
  )
}
