import { useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { RestoreListing } from '../safety/restore-listing.tsx'

const HideListingDialog = lazyDialog(() => import('../safety/hide-listing-dialog.tsx'))

/** The buttons of an admin on a neighbour's listing. */
export default function AdminActions({ listing: { id, seller, hiddenAt, hiddenReason } }: { listing: Listing }) {
  const [asking, setAsking] = useState(false)
  const owner = seller.firstName ?? t('the owner')
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <h2 className="text-base font-extrabold">{t('As an admin')}</h2>
      {hiddenAt ? (
        <>
          <p className="rounded-input bg-danger-soft p-3 wrap-anywhere text-danger">
            <strong className="font-semibold">{t('An admin has hidden this item.')}</strong> {hiddenReason}
          </p>
          <RestoreListing listingId={id} name={owner} />
        </>
      ) : (
        <Button
          variant="danger"
          className="self-start"
          onPointerEnter={HideListingDialog.prime}
          onClick={() => setAsking(true)}
        >
          {t('Hide listing')}
        </Button>
      )}
      {asking && <HideListingDialog listingId={id} name={owner} onOpenChange={setAsking} />}
    </div>
  )
}
