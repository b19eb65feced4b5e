import { PackagePlus, PackageCheck } from 'lucide-react'
import { Link } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { MAX_LINES } from '../../../src/modules/purchasing/constants.ts'
import { itemFee } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { NeedsScript } from '../../ui/needs-script.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { putIn, takeOut } from './change-basket.ts'
import { buyable, inALine, nameOf, useBasketOf } from './use-baskets.ts'

interface Props {
  listing: Pick<Listing, 'id' | 'userId' | 'title' | 'status'>
  /** Price and fee in tokens. */
  total: string
}

/** Gathers the item with others of the same neighbour, and says what has come together so far. */
export function AddToPickup({ listing, total }: Props) {
  const member = useMember()
  const basket = useBasketOf(listing.userId)
  const inIt = basket?.lines.some(({ id }) => id === listing.id) ?? false
  const full = !inIt && (basket?.lines.length ?? 0) >= MAX_LINES
  const { run, pending } = useAction(async () => {
    if (member === undefined) return
    if (inIt) await takeOut(member, [listing.id])
    else if (await putIn(member, listing.id))
      toast({ title: t('Added to your pickup'), description: t('Nothing is reserved until you pay.') })
  })
  if (listing.status !== 'available' && !inIt) return null
  const line = basket && (
    <Link to="/pickup" className="link figures inline-flex min-h-11 items-center text-start">
      {inALine(basket)}
    </Link>
  )
  const Icon = inIt ? PackageCheck : PackagePlus
  return (
    <div className="flex flex-col gap-1">
      <NeedsScript>{t('Gathering things for one pickup needs JavaScript.')}</NeedsScript>
      <Button variant="quiet" wide pending={pending} disabled={full} onClick={() => void run()}>
        <Icon size={20} aria-hidden /> {inIt ? t('In your pickup · Remove') : t('Add to one pickup')}
      </Button>
      {basket && buyable(basket).length > 0 && (
        <p className="text-center text-sm text-muted">
          {inIt || full
            ? line
            : rich('<figures>+{total} tokens, +{dollars} to</figures> {line}', {
                total,
                dollars: itemFee(),
                line,
                figures: (text) => <span className="figures">{text}</span>,
              })}
          {full && (
            <span className="block">
              {t('One pickup can hold {most} items from {name}.', { most: MAX_LINES, name: nameOf(basket) })}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
