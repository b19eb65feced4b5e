import { useState } from 'react'
import type { User } from '../../src/modules/identity/contract.ts'
import type { Listing } from '../../src/modules/catalog/contract.ts'
import { useMyListings } from '../features/catalog/use-my-listings.ts'
import { Balance } from '../features/wallet/balance.tsx'
import { EarnTokens } from '../features/wallet/earn-tokens.tsx'
import { type MonthSoFar, earningsOf } from '../features/wallet/earnings.ts'
import { ReferralCard } from '../features/wallet/referral-card.tsx'
import { Statement } from '../features/wallet/statement.tsx'
import { useStatement } from '../features/wallet/use-statement.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useMember } from '../lib/use-user.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function TokensPage() {
  const user = useMember()
  useLoginRedirect(user === null)
  return (
    <div className="page py-6 md:py-10">
      <PageHead title="Tokens" />
      {user ? <Tokens user={user} /> : <PageLoading />}
    </div>
  )
}

function Tokens({ user }: { user: User }) {
  const statement = useStatement()
  const { data: listings } = useMyListings()
  const [today] = useState(() => new Date().toISOString())
  return (
    <>
      <PageHeading>Your tokens</PageHeading>
      <div className="mt-4 grid gap-8 wide:grid-cols-[5fr_7fr] wide:gap-10">
        <div className="wide:col-span-2">
          <Balance user={user} entries={statement.entries} />
        </div>
        <div className="flex flex-col gap-8">
          <EarnTokens earnings={earningsOf(user, listings && monthSoFar(listings, today))} />
          <ReferralCard code={user.referralCode} />
        </div>
        <section aria-labelledby="history" className="min-w-0">
          <h2 id="history" className="mb-4 text-xl font-extrabold">
            Transaction history
          </h2>
          <div className="overflow-hidden rounded-card border border-line bg-surface">
            <Statement statement={statement} />
          </div>
        </section>
      </div>
    </>
  )
}

function monthSoFar(listings: Listing[], today: string): MonthSoFar {
  const inMonth = (time: string | null | undefined) => time?.slice(0, 7) === today.slice(0, 7)
  return {
    listed: listings.some(({ createdAt }) => inMonth(createdAt)),
    sold: listings.some(({ deliveryConfirmedAt }) => inMonth(deliveryConfirmedAt)),
  }
}
