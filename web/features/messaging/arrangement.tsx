import { Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../../src/modules/messaging/contract.ts'
import { formatClock } from '../../lib/time.ts'

/** The market's message after a payment: what happened, then what to agree on. */
export function Arrangement({ message, children }: { message: Message; children?: ReactNode }) {
  const [first = '', ...how] = message.body.split('\n\n')
  // Of several things the first paragraph goes on with one line for each.
  const [what, ...things] = first.split('\n')
  return (
    <article className="mx-auto my-2 w-full max-w-lg rounded-card border border-l-4 border-line border-l-lamp bg-surface p-4">
      <h4 className="flex items-start gap-2 font-extrabold">
        <Handshake size={22} aria-hidden className="shrink-0 text-lamp-text" />
        <span className="wrap-anywhere">{what}</span>
      </h4>
      {things.length > 0 && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{things.join('\n')}</p>}
      {how.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-sm wrap-anywhere text-muted whitespace-pre-wrap">
          {paragraph}
        </p>
      ))}
      {children && <div className="mt-3">{children}</div>}
      <p className="mt-2 text-xs text-muted">
        <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
      </p>
    </article>
  )
}
