import { Suspense, lazy, useState } from 'react'
import type { Sale } from '../../../src/modules/purchasing/contract.ts'
import { Button } from '../../ui/button.tsx'

const load = () => import('./cancel-sale-dialog.tsx')
const CancelSaleDialog = lazy(load)

export function CancelSale({ sale }: { sale: Sale }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" onPointerEnter={() => void load()} onClick={() => setOpen(true)}>
        Cancel this sale
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CancelSaleDialog sale={sale} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
