import { useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { Report } from '../../../../src/modules/admin/reports/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { callUndoable, messageFrom } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useRequiredMember } from '../../../lib/use-member.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { Photo } from '../../listing/photo.tsx'
import { MessagePhotos } from '../../messaging/message-photos.tsx'
import { REASON_LABELS } from '../../safety/reasons.ts'
import { offerUndo } from '../../safety/offer-undo.ts'
import { RestoreListing } from '../../safety/restore-listing.tsx'
import { useDeskRow } from '../today/desk-keys.tsx'
import { Taking, type TakingProps } from '../today/taking.tsx'
import { PersonLink, personName } from '../members/person-link.tsx'
import { sentPhotos } from './sent-photos.ts'

const DecideReportDialog = lazyDialog(() => import('./decide-report-dialog.tsx'))

const KINDS = {
  listing: words('Listing'),
  message: words('Message'),
  member: words('Member'),
  thanks: words('Thank-you'),
}
const DECISIONS = {
  dismiss: words('Dismissed by {name}, {time}'),
  warn: words('Member warned by {name}, {time}'),
  hide: words('Hidden by {name}, {time}'),
}

const decided = ({ action, by, decidedAt }: NonNullable<Report['decision']>): string =>
  t(DECISIONS[action], { name: personName(by), time: formatDateTime(decidedAt) })

interface Props {
  report: Report
  /** Absent where it is decided already. */
  taking?: TakingProps
  onDecided?: () => void
}

export function ReportRow({ report, taking, onDecided = () => undefined }: Props) {
  const { subject, about, reason, voices, reportsOfSubject, decision } = report
  const member = useRequiredMember()
  const isMine = voices.every(({ reporter }) => reporter.id === member?.id)
  const isOwn = about.id === member?.id || (!isMine && voices.some(({ reporter }) => reporter.id === member?.id))
  return (
    <article
      {...useDeskRow()}
      className="flex scroll-my-20 flex-col gap-2 p-4 -outline-offset-3"
      aria-label={t('{kind}: {text}', {
        kind: t(KINDS[subject.kind]),
        text: (subject.text ?? t('gone')) || sentPhotos(subject.photos),
      })}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="primary">{t(KINDS[subject.kind])}</Badge>
        <Badge tone="danger">{t(REASON_LABELS[reason])}</Badge>
        {reportsOfSubject > 1 && <Badge tone="lamp">{t('{count} reports', { count: reportsOfSubject })}</Badge>}
        {subject.hiddenAt && <Badge>{t('Hidden now')}</Badge>}
        <span className="text-sm text-muted">
          <TimeAgo at={report.createdAt} />
        </span>
      </p>
      {subject.before.length > 0 && <Before report={report} />}
      <blockquote className="flex items-start gap-3 rounded-input bg-sunken p-3 wrap-anywhere whitespace-pre-line">
        {subject.kind === 'listing' && subject.text !== null && (
          <Photo
            src={subject.photos[0]}
            sizes="8rem"
            alt={t('First photo of {text}', { text: subject.text })}
            className="aspect-[4/3] w-32! shrink-0 rounded-input"
          />
        )}
        {subject.kind === 'member' && subject.photos[0] !== undefined && (
          <Avatar person={{ profileImageUrl: subject.photos[0] }} size="lg" />
        )}
        <span className="min-w-0">
          {subject.listingId ? (
            <Link to={`/item/${subject.listingId}`} className="link font-semibold">
              {subject.text}
            </Link>
          ) : (
            (subject.text ?? t('It has been removed since.')) || sentPhotos(subject.photos)
          )}
          {subject.kind === 'message' && <DeskPhotos photos={subject.photos} author={about} />}
          {subject.description !== null && <span className="block">{subject.description}</span>}
        </span>
      </blockquote>
      <p className="text-sm wrap-anywhere">{rich('About: {about}', { about: <PersonLink person={about} /> })}</p>
      <Voices report={report} />
      {decision ? (
        <p className="text-sm text-muted">
          {decision.note
            ? t('{decision}: “{note}”', { decision: decided(decision), note: decision.note })
            : decided(decision)}
        </p>
      ) : (
        <>
          {taking && <Taking {...taking} />}
          {isOwn ? (
            <p className="text-muted">{t('Another admin has to decide this: it is about you, or reported by you.')}</p>
          ) : (
            <Decide report={report} onDecided={onDecided} />
          )}
        </>
      )}
      {decision && subject.kind === 'listing' && subject.hiddenAt && (
        <RestoreListing listingId={subject.id} name={personName(about)} />
      )}
    </article>
  )
}

/** Everybody who has reported it, and in which words. */
function Voices({ report: { voices, reportsOfSubject } }: { report: Report }) {
  return (
    <ul aria-label={t('Who has reported it')} className="flex flex-col gap-1 text-sm">
      {voices.map(({ reporter, reason, details, createdAt }) => (
        <li key={reporter.id} className="wrap-anywhere whitespace-pre-line">
          <PersonLink person={reporter} /> <span className="text-muted">{t(REASON_LABELS[reason])} · </span>
          <span className="text-muted">
            <TimeAgo at={createdAt} />
          </span>
          {details && <span className="block">{details}</span>}
        </li>
      ))}
      {reportsOfSubject > voices.length && (
        <li className="text-muted">
          {t('{count, plural, one {# more} other {# more}}', { count: reportsOfSubject - voices.length })}
        </li>
      )}
    </ul>
  )
}

/** The messages of the two before the message that was reported. */
function Before({ report: { subject, about, reporter } }: { report: Report }) {
  return (
    <ul aria-label={t('What came before')} className="flex flex-col gap-1 text-sm">
      {subject.before.map(({ id, senderId, body, photos }) => {
        const author = senderId === about.id ? about : reporter
        return (
          <li key={id} className="wrap-anywhere whitespace-pre-line">
            <span className="text-muted">{t('{name}:', { name: personName(author) })}</span>{' '}
            {body || sentPhotos(photos)}
            <DeskPhotos photos={photos} author={author} />
          </li>
        )
      })}
    </ul>
  )
}

/** The photos of a message: small, for there is more to read. */
const DeskPhotos = ({ photos, author }: { photos: string[]; author: Report['about'] }) => (
  <span className="block max-w-60">
    <MessagePhotos photos={photos} author={personName(author)} />
  </span>
)

function Decide({ report, onDecided }: { report: Report; onDecided: () => void }) {
  const [asking, setAsking] = useState<'warn' | 'hide'>()
  const dismiss = useAction(async () => {
    try {
      const params = { id: report.id }
      const body = { action: 'dismiss' } as const
      const { act } = await callUndoable('POST /api/admin/reports/:id/decision', { params, body })
      offerUndo(t('Report dismissed'), [act])
    } catch (error) {
      toast({
        title: t('Update Failed'),
        description: messageFrom(error, t("The decision couldn't be saved")),
        tone: 'danger',
      })
    }
    await refresh('/api/admin')
    onDecided()
  })
  return (
    <div className="flex flex-wrap gap-2" onPointerEnter={DecideReportDialog.prime}>
      {(report.subject.kind === 'listing' || report.subject.kind === 'thanks') && (
        <Button variant="danger" aria-keyshortcuts="h" onClick={() => setAsking('hide')}>
          {report.subject.kind === 'listing' ? t('Hide listing') : t('Remove thank-you')}
        </Button>
      )}
      <Button variant="quiet" aria-keyshortcuts="w" onClick={() => setAsking('warn')}>
        {t('Warn member')}
      </Button>
      <Button variant="plain" aria-keyshortcuts="d" pending={dismiss.pending} onClick={() => void dismiss.run()}>
        {t('Dismiss report')}
      </Button>
      {asking && (
        <DecideReportDialog
          report={report}
          action={asking}
          onDecided={onDecided}
          onOpenChange={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
