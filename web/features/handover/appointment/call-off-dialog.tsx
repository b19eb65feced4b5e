import { t } from '../../../lib/t.ts'
import ReasonDialog from '../../../ui/overlays/reason-dialog.tsx'
import { toast } from '../../../ui/toasts/toast.ts'

interface Props {
  /** Who is told. */
  name: string
  onCallOff: (reason: string) => Promise<void>
  onOpenChange: (open: boolean) => void
}

/** Ends the appointment, not the trade. */
export default function CallOffDialog({ name, onCallOff, onOpenChange }: Props) {
  return (
    <ReasonDialog
      title={t('Call off the appointment?')}
      description={t("We'll tell {name} right away. The purchase stays, and you can agree on another time.", { name })}
      question={{ label: t('Why?'), hint: t('{name} will read this.', { name }), name: 'reason', maxLength: 300 }}
      confirm={t('Call it off')}
      variant="danger"
      onConfirm={async (reason) => {
        await onCallOff(reason)
        toast({ title: t('Called off'), description: t("We've told {name}.", { name }) })
        onOpenChange(false)
      }}
      onOpenChange={onOpenChange}
    />
  )
}
