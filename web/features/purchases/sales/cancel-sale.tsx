import { useState } from 'react'
import type { Sale } from '../../../../src/modules/purchasing/contract.ts'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'

const CancelSaleDialog = lazyDialog(() => import('./cancel-sale-dialog.tsx'))

export function CancelSale({ sale }: { sale: Sale }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="plain" onPointerEnter={CancelSaleDialog.prime} onClick={() => setOpen(true)}>
        {t('Cancel this sale')}
      </Button>
      {open && <CancelSaleDialog sale={sale} onOpenChange={setOpen} />}
    </>
  )
}
