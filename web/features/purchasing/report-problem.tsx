import { TriangleAlert } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { Button } from '../../ui/button.tsx'

const load = () => import('./report-problem-dialog.tsx')
const ReportProblemDialog = lazy(load)

export function ReportProblem({ purchase }: { purchase: Purchase }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" onPointerEnter={() => void load()} onClick={() => setOpen(true)}>
        <TriangleAlert size={18} aria-hidden /> Report a problem
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportProblemDialog purchase={purchase} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
