import { useParams, useSearchParams } from '../lib/navigation.tsx'
import { Door, Plain } from '../features/handover/door/door.tsx'
import { useTrade } from '../features/handover/trade/use-trade.ts'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { ApiError } from '../lib/api.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { LoadError } from '../ui/load-error.tsx'

/** The page to which the code on the seller's phone leads. It fills a phone's screen: there is one thing to do. */
export default function DoorPage() {
  const member = useRequiredMember()
  return (
    <div
      data-fills-screen
      className="flex flex-col bg-bg max-md:min-h-dvh max-md:pt-[env(safe-area-inset-top)] md:min-h-[70dvh]"
    >
      <PageHead title={t('At the door')} />
      {member && <AtTheDoor />}
      {member === null && <LoginRequired>{t('Please log in: only the buyer can confirm.')}</LoginRequired>}
      {member === undefined && <PageLoading />}
    </div>
  )
}

function AtTheDoor() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const { data: trade, error, mutate } = useTrade(id)
  if (trade) return <Door trade={trade} code={query.get('code')} />
  if (error === undefined) return <PageLoading />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <Plain title={t('This is not your purchase')} to="/purchases" link={t('Go to your purchases')}>
        {t('Only the neighbour who has paid for it can confirm it. Did you log in as someone else?')}
      </Plain>
    )
  }
  return <LoadError as="h1" title={t('The purchase could not be loaded')} error={error} onRetry={() => void mutate()} />
}
