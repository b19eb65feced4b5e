import type { Report } from '../../../src/modules/admin/contract.ts'
import { call } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import ReasonDialog from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { personName } from './person-link.tsx'

interface Props {
  report: Report
  action: 'warn' | 'hide'
  onDecided: () => void
  onOpenChange: (open: boolean) => void
}

const WORDS = {
  hide: {
    title: 'Hide this listing?',
    description: (name: string) => `From now on only ${name} can see it. You can restore it any time.`,
    confirm: 'Hide Listing',
    done: 'Listing hidden',
    variant: 'danger',
  },
  remove: {
    title: 'Remove this thank-you?',
    description: (name: string) =>
      `Nobody sees it any more, and ${name} can't write another one. This can't be undone.`,
    confirm: 'Remove Thank-you',
    done: 'Thank-you removed',
    variant: 'danger',
  },
  warn: {
    title: 'Warn this member?',
    description: (name: string) => `We'll email ${name} what you write. Nothing else changes.`,
    confirm: 'Send Warning',
    done: 'Warning sent',
    variant: 'primary',
  },
} as const

/** Decisions that affect another member, who is told why. */
export default function DecideReportDialog({ report, action, onDecided, onOpenChange }: Props) {
  const { title, description, confirm, done, variant } =
    WORDS[action === 'hide' && report.subject.kind === 'thanks' ? 'remove' : action]
  const name = personName(report.about)
  const decide = async (note: string) => {
    await call('POST /api/admin/reports/:id/decision', { params: { id: report.id }, body: { action, note } })
    toast({ title: done, description: `We'll email ${name} the reason.` })
    onOpenChange(false)
    await refresh('/api/admin', '/api/items')
    onDecided()
  }
  return (
    <ReasonDialog
      title={title}
      description={description(name)}
      question={{ label: 'Why?', hint: `${name} will read this.`, name: 'note', maxLength: 500 }}
      confirm={confirm}
      variant={variant}
      onConfirm={decide}
      onOpenChange={onOpenChange}
    />
  )
}
