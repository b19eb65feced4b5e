import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const ReportProblemDialog = lazyDialog(() => import('./report-problem-dialog.tsx'))

interface Props {
  purchase: Purchase
  /** Called before the lists are refreshed. */
  onReported: () => void
}

export function ReportProblem({ purchase, onReported }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" onPointerEnter={ReportProblemDialog.prime} onClick={() => setOpen(true)}>
        <TriangleAlert size={18} aria-hidden /> {t('Report a problem')}
      </Button>
      {open && <ReportProblemDialog purchase={purchase} onReported={onReported} onOpenChange={setOpen} />}
    </>
  )
}
