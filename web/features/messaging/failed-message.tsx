import { CircleAlert } from 'lucide-react'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { MessagePhotos } from './message-photos.tsx'
import type { Outbox, Outgoing } from './use-outbox.ts'

/** A message that could not be sent, to retry or discard. */
export function FailedMessage({ message, outbox }: { message: Outgoing; outbox: Pick<Outbox, 'retry' | 'discard'> }) {
  return (
    <div className="flex max-w-[85%] flex-col items-end self-end md:max-w-[70%]">
      <p className="rounded-card rounded-ee-sm border border-danger bg-danger-soft px-3.5 py-2 wrap-anywhere whitespace-pre-wrap">
        <span className="sr-only">{t('You, not sent:')} </span>
        {message.body}
        <MessagePhotos photos={message.photos} author={t('You')} />
      </p>
      <p className="flex flex-wrap items-center justify-end text-sm">
        <span className="me-1 inline-flex items-center gap-1 font-semibold text-danger">
          <CircleAlert size={16} aria-hidden /> {t('Not sent')}
        </span>
        <Button variant="plain" onClick={() => outbox.retry(message)}>
          {t('Try again')}
        </Button>
        <Button variant="plain" onClick={() => outbox.discard(message)}>
          {t('Discard')}
        </Button>
      </p>
    </div>
  )
}
