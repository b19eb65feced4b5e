import type { Report } from '../../../../src/modules/admin/reports/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { callUndoable } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import AdminReasonDialog from '../../safety/admin-reason-dialog.tsx'
import { offerUndo } from '../../safety/offer-undo.ts'
import { personName } from '../members/person-link.tsx'

interface Props {
  report: Report
  action: 'warn' | 'hide'
  onDecided: () => void
  onOpenChange: (open: boolean) => void
}

const WORDS = {
  hide: {
    title: words('Hide this listing?'),
    description: (name: string) => t('From now on only {name} can see it. You can restore it any time.', { name }),
    confirm: words('Hide Listing'),
    done: words('Listing hidden'),
    variant: 'danger',
  },
  remove: {
    title: words('Remove this thank-you?'),
    description: (name: string) => t("Nobody sees it any more, and {name} can't write another one.", { name }),
    confirm: words('Remove Thank-you'),
    done: words('Thank-you removed'),
    variant: 'danger',
  },
  warn: {
    title: words('Warn this member?'),
    description: (name: string) => t("We'll email {name} what you write. Nothing else changes.", { name }),
    confirm: words('Send Warning'),
    done: words('Warning sent'),
    variant: 'primary',
  },
} as const

/** Decisions that affect another member, who is told why. */
export default function DecideReportDialog({ report, action, onDecided, onOpenChange }: Props) {
  const { title, description, confirm, done, variant } =
    WORDS[action === 'hide' && report.subject.kind === 'thanks' ? 'remove' : action]
  const name = personName(report.about)
  const decide = async (note: string) => {
    const params = { id: report.id }
    const { act } = await callUndoable('POST /api/admin/reports/:id/decision', { params, body: { action, note } })
    offerUndo(t(done), [act])
    onOpenChange(false)
    await refresh('/api/admin', '/api/items')
    onDecided()
  }
  return (
    <AdminReasonDialog
      title={t(title)}
      description={description(name)}
      question={{ label: t('Why?'), hint: t('{name} will read this.', { name }), name: 'note', maxLength: 500 }}
      confirm={t(confirm)}
      variant={variant}
      onConfirm={decide}
      onOpenChange={onOpenChange}
    />
  )
}
