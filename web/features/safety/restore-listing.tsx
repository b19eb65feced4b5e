import { useState } from 'react'
import { callUndoable } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { offerUndo } from './offer-undo.ts'

const AdminReasonDialog = lazyDialog(() => import('./admin-reason-dialog.tsx'))

/** @param name of the owner */
export function RestoreListing({ listingId, name }: { listingId: string; name: string }) {
  const [asking, setAsking] = useState(false)
  const restore = async (reason: string) => {
    const { act } = await callUndoable('POST /api/admin/listings/:id/restore', {
      params: { id: listingId },
      body: { reason },
    })
    offerUndo(t('Listing restored'), [act])
    setAsking(false)
    await refresh('/api/admin', '/api/items')
  }
  return (
    <>
      <Button
        variant="quiet"
        onPointerEnter={AdminReasonDialog.prime}
        onClick={() => setAsking(true)}
        className="self-start"
      >
        {t('Restore listing')}
      </Button>
      {asking && (
        <AdminReasonDialog
          title={t('Restore this listing?')}
          description={t('Then everybody can see it again.')}
          question={{ label: t('Why?'), hint: t('{name} will read this.', { name }), name: 'reason', maxLength: 500 }}
          confirm={t('Restore Listing')}
          onConfirm={restore}
          onOpenChange={setAsking}
        />
      )}
    </>
  )
}
