import { TriangleAlert } from 'lucide-react'
import { Link } from '../lib/navigation.tsx'
import { rich, t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { Deadline } from '../ui/deadline.tsx'

/** On every page of a suspended member: until when, why, and how to appeal. */
export function SuspensionNote() {
  const suspension = useMember()?.suspension
  if (!suspension) return null
  const { until, reason } = suspension
  return (
    <section aria-label={t('Your account is suspended')} data-frame className="bg-danger-soft text-danger">
      <div className="page flex items-start gap-3 py-3">
        <TriangleAlert size={22} aria-hidden className="mt-0.5 shrink-0" />
        <p className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">
            {until === null
              ? t('Your account is suspended for good.')
              : rich('Your account is suspended until {date}.', { date: <Deadline at={until} /> })}
          </strong>{' '}
          {t(
            'You can read, hand over and finish what is open, but not start anything new. Your items are hidden meanwhile.',
          )}{' '}
          {t('The reason: {reason}', { reason })}{' '}
          {rich('<link>See the decision, or appeal</link>', {
            link: (text) => (
              <Link to="/decisions" className="font-semibold underline">
                {text}
              </Link>
            ),
          })}
        </p>
      </div>
    </section>
  )
}
