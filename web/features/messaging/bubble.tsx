import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Message } from '../../../src/modules/messaging/contract.ts'
import { formatClock } from '../../lib/time.ts'
import { MessagePhotos } from './message-photos.tsx'

interface Props {
  message: Pick<Message, 'body' | 'createdAt'> & Partial<Pick<Message, 'photos'>>
  own: boolean
  author: string
  /** As in 'Sent' or 'Read'. */
  state?: string | undefined
  /** On its way. */
  sending?: boolean
  menu?: ReactNode
}

export function Bubble({ message, own, author, state, sending = false, menu }: Props) {
  return (
    <div className={clsx('flex max-w-[85%] flex-col md:max-w-[70%]', own ? 'items-end self-end' : 'items-start')}>
      <div className="flex items-start gap-1">
        <p
          dir="auto"
          className={clsx(
            'rounded-card px-3.5 py-2 wrap-anywhere whitespace-pre-wrap forced-colors:border',
            own ? 'rounded-ee-sm bg-primary text-on-primary' : 'rounded-es-sm bg-sunken',
            sending && 'opacity-70',
          )}
        >
          {/* Isolated, or its letters would set the direction of the words. */}
          <bdi className="sr-only">{author}: </bdi>
          {message.body}
          <MessagePhotos photos={message.photos ?? []} author={author} />
        </p>
        {menu}
      </div>
      <p className="mt-0.5 px-1 text-xs text-muted">
        <time dateTime={message.createdAt}>{formatClock(message.createdAt)}</time>
        {state && ` · ${state}`}
      </p>
    </div>
  )
}
