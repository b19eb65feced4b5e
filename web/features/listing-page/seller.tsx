import { Link } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { formatMonth } from '../../lib/time.ts'
import { useMember } from '../../lib/use-member.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'

export const sellerOf = ({ userId, seller }: Listing) => ({ id: userId, name: seller.firstName ?? t('A neighbour') })

/** The neighbour who passes it on, and what the reader can do about them. */
export function Seller({ listing }: { listing: Listing }) {
  const member = useMember()
  const { seller } = listing
  const owner = sellerOf(listing)
  return (
    <Card className="flex flex-wrap items-center gap-3 px-4 py-3 shadow-1">
      <Avatar
        person={{ firstName: seller.firstName ?? t('Neighbour'), profileImageUrl: seller.profileImageUrl }}
        size="md"
      />
      <div className="min-w-0 flex-[1_1_8.5rem]">
        <Link
          to={`/neighbour/${listing.userId}`}
          className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
        >
          {owner.name}
        </Link>
        <p className="text-sm text-muted" suppressHydrationWarning>
          {t('{count, plural, one {# item} other {# items}} passed on', {
            count: seller.itemsPassedOn,
          })}
          <br />
          {t('Member since {month}', { month: formatMonth(seller.memberSince) })}
        </p>
      </div>
      {member && member.id !== listing.userId && (
        <div className="ms-auto">
          <SafetyMenu member={owner} thing={{ kind: 'listing', id: listing.id }} />
        </div>
      )}
    </Card>
  )
}
