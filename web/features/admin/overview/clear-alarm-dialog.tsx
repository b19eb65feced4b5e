import type { OpenAlarm } from '../../../../src/modules/admin/overview/contract.ts'
import { call } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import ReasonDialog from '../../../ui/overlays/reason-dialog.tsx'

interface Props {
  alarm: OpenAlarm
  name: string
  onOpenChange: (open: boolean) => void
  onCleared: () => void
}

export default function ClearAlarmDialog({ alarm, name, onOpenChange, onCleared }: Props) {
  const clear = async (word: string) => {
    const { kind, subject } = alarm
    await call('POST /api/admin/alarms/clear', { body: { kind, subject, word } })
    onOpenChange(false)
    await refresh('/api/admin')
    onCleared()
  }
  return (
    <ReasonDialog
      title={t('Clear this alarm?')}
      description={name}
      question={{
        label: t('What did you find?'),
        hint: t('Your note stays in the log.'),
        name: 'word',
        maxLength: 500,
      }}
      confirm={t('Clear Alarm')}
      onConfirm={clear}
      onOpenChange={onOpenChange}
    />
  )
}
