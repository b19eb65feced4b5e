import { CircleCheck, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useOwnerActions } from './use-owner-actions.tsx'

/** The owner's actions on the card of a listing that is neither sold nor being bought. */
export function OwnerMenu({ listing }: { listing: Listing }) {
  const actions = useOwnerActions(listing)
  if (listing.status !== 'available' && listing.status !== 'withdrawn') return null
  const withdrawn = listing.status === 'withdrawn'
  const claim = { label: t('Mark as Claimed'), icon: <CircleCheck size={18} aria-hidden />, onSelect: actions.askClaim }
  return (
    <>
      <Menu
        label={t('Actions for {title}', { title: listing.title })}
        triggerClass="absolute top-2 end-2 grid size-11 place-items-center rounded-full border border-line bg-surface/95 text-ink hover:bg-surface"
        trigger={<Ellipsis size={20} aria-hidden />}
        entries={[
          { label: t('Edit'), icon: <Pencil size={18} aria-hidden />, to: `/item/${listing.id}/edit` },
          {
            label: withdrawn ? t('Relist') : t('Withdraw'),
            icon: withdrawn ? <Eye size={18} aria-hidden /> : <EyeOff size={18} aria-hidden />,
            onSelect: actions.toggle,
          },
          ...(withdrawn ? [] : [claim]),
          { label: t('Delete'), icon: <Trash2 size={18} aria-hidden />, onSelect: actions.askDelete },
        ]}
      />
      {actions.question}
    </>
  )
}
