import type { ReactNode } from 'react'
import type { Message } from '../../../src/modules/messaging/contract.ts'
import { t } from '../../lib/t.ts'
import { dayName } from '../../lib/time.ts'
import type { ShowMore } from '../../lib/use-api.ts'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { Arrangement } from './arrangement.tsx'
import { Bubble } from './bubble.tsx'
import { Day } from './day.tsx'
import { FailedMessage } from './failed-message.tsx'
import { ShowOlder } from './show-older.tsx'
import type { Outbox, Outgoing } from './use-outbox.ts'

interface Props {
  /** Oldest first. */
  messages: Message[]
  older: ShowMore
  /** Stands in for the messages while there are none yet, or none could be loaded. */
  absence: ReactNode
  /** Shown in any case: what was written must not seem lost. */
  outgoing: Outgoing[]
  memberId: string
  other: { id: string; name: string; hasLeft: boolean }
  outbox: Pick<Outbox, 'retry' | 'discard'>
}

/**
 * The reversed column keeps the view at the newest message, at the beginning and whenever one arrives, unless the reader
 * has scrolled up.
 */
export function MessageList({ messages, older, absence, outgoing, memberId, other, outbox }: Props) {
  const pending = outgoing.filter(({ id }) => !messages.some((message) => message.id === id))
  const days = [...Map.groupBy(messages, ({ createdAt }) => dayName(createdAt, Date.now()))]
  const lastOwn = messages.findLast(({ senderId }) => senderId === memberId)
  const stateOf = (message: Message) => {
    if (message !== lastOwn || pending.length > 0) return undefined
    return message.readAt === null ? t('Sent') : t('Read')
  }
  return (
    <div
      role="log"
      aria-label={t('Messages')}
      tabIndex={0}
      className="flex min-h-40 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 -outline-offset-3 md:px-4"
    >
      <div className="mb-auto flex flex-col gap-2 py-4">
        {absence ?? <ShowOlder more={older}>{t('Show older messages')}</ShowOlder>}
        {days.map(([day, ofDay]) => (
          <Day key={day} name={day}>
            {ofDay.map((message) =>
              message.kind === 'arrangement' ? (
                <Arrangement key={message.id} message={message} />
              ) : (
                <Bubble
                  key={message.id}
                  message={message}
                  own={message.senderId === memberId}
                  author={message.senderId === memberId ? t('You') : other.name}
                  state={stateOf(message)}
                  menu={message.senderId === memberId || other.hasLeft ? undefined : menuOf(message, other)}
                />
              ),
            )}
          </Day>
        ))}
        {pending.map((message) =>
          message.state === 'failed' ? (
            <FailedMessage key={message.id} message={message} outbox={outbox} />
          ) : (
            <Bubble
              key={message.id}
              message={message}
              own
              author={t('You')}
              sending={message.state === 'sending'}
              state={message.state === 'waiting' ? t("We'll send it once you're back online") : t('Sending...')}
            />
          ),
        )}
      </div>
    </div>
  )
}

const menuOf = ({ id }: Message, other: Props['other']) => (
  <SafetyMenu member={other} thing={{ kind: 'message', id }} beside />
)
