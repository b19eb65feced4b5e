import ReasonDialog from '../../ui/reason-dialog.tsx'
import { toast } from '../../ui/toast.ts'

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
      title="Call off the appointment?"
      description={`We'll tell ${name} right away. The purchase stays, and you can agree on another time.`}
      question={{ label: 'Why?', hint: `${name} will read this.`, name: 'reason', maxLength: 300 }}
      confirm="Call it off"
      variant="danger"
      onConfirm={async (reason) => {
        await onCallOff(reason)
        toast({ title: 'Called off', description: `We've told ${name}.` })
        onOpenChange(false)
      }}
      onOpenChange={onOpenChange}
    />
  )
}
