import { Pencil } from 'lucide-react'
import { Link, useNavigate } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { useWhileHere } from '../../lib/browser/use-while-here.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AskLess } from './ask-less.tsx'
import { useOwnerActions } from './use-owner-actions.tsx'
import { Seekers } from './seekers.tsx'

const EXPLANATIONS: Record<Listing['status'], string> = {
  available: words('Neighbours can see and buy it.'),
  reserved: words('A neighbour is paying for it right now.'),
  claimed: words('This item has been claimed'),
  withdrawn: words('Hidden: only you can see it.'),
}

/** The owner's buttons instead of the purchase actions. */
export function OwnerActions({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const actions = useOwnerActions(listing, () => whileHere(() => navigate('/profile')))
  const changeable = listing.status === 'available' || listing.status === 'withdrawn'
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="primary">{t('Your item')}</Badge>{' '}
        {!listing.hiddenAt && <span className="text-sm text-muted">{t(EXPLANATIONS[listing.status])}</span>}
      </p>
      {listing.status === 'available' && <Seekers listingId={listing.id} />}
      {listing.hiddenAt && (
        <p className="rounded-input bg-danger-soft p-3 text-danger">
          <strong className="font-semibold">{t('An admin has hidden this item.')}</strong> {listing.hiddenReason}{' '}
          <Link to="/decisions" className="link">
            {t("Think that's wrong? You can appeal.")}
          </Link>
        </p>
      )}
      {listing.askLess !== undefined && <AskLess listing={listing} price={listing.askLess} />}
      {changeable && (
        <Link to={`/item/${listing.id}/edit`} className={buttonClass({ wide: true })}>
          <Pencil size={18} aria-hidden /> {t('Edit')}
        </Link>
      )}
      {listing.status === 'available' && (
        <Button variant="quiet" wide onClick={actions.askClaim}>
          {t('Mark as Claimed')}
        </Button>
      )}
      {changeable && (
        <div className="flex flex-wrap gap-3 *:flex-1">
          <Button variant="quiet" pending={actions.toggling} onClick={actions.toggle}>
            {listing.status === 'withdrawn' ? t('Relist') : t('Withdraw')}
          </Button>
          <Button variant="quiet" onClick={actions.askDelete}>
            {t('Delete')}
          </Button>
        </div>
      )}
      {actions.question}
    </div>
  )
}
