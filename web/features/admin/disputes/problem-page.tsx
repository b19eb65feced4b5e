import { Link } from '../../../lib/navigation.tsx'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Announced } from '../../handover/problem/announced.tsx'
import { Decision } from '../../handover/problem/problem.tsx'
import { Story } from '../../handover/problem/story.tsx'
import { tradePath } from '../../handover/trade/use-trade.ts'
import { sideName } from '../../handover/trade/words.ts'
import { Acts } from '../log/acts.tsx'

/** A trade with a problem, open or decided: what each has said, each decision, and which admins took them. */
export function ProblemPage({ purchaseId }: { purchaseId: string }) {
  const { data: trade, error, mutate } = useApi(tradePath(purchaseId))
  if (!trade && error === undefined) return <PageLoading />
  if (!trade)
    return <LoadError title={t('This page could not be loaded')} error={error} onRetry={() => void mutate()} />
  return (
    <div className="grid items-start gap-5 wide:grid-cols-2">
      <Card className="p-4">
        <h2 className="text-xl font-extrabold wrap-anywhere">
          <bdi>{trade.title}</bdi>
        </h2>
        <p className="text-muted">
          {rich('Sold by {seller}, bought by {buyer}', {
            seller: <Side trade={trade} side="seller" />,
            buyer: <Side trade={trade} side="buyer" />,
          })}
        </p>
        <Told trade={trade} />
      </Card>
      <Acts
        title={t('What admins did about it')}
        from={path('/api/admin/actions', { query: { limit: 20, purchase: purchaseId } })}
      />
    </div>
  )
}

function Side({ trade, side }: { trade: Trade; side: 'buyer' | 'seller' }) {
  return (
    <Link to={`/admin/members/${trade[side].id}`} className="link">
      <bdi>{sideName(trade, side)}</bdi>
    </Link>
  )
}

function Told({ trade }: { trade: Trade }) {
  const { problem } = trade
  if (!problem) return <p className="mt-3">{t('No problem was reported.')}</p>
  if (problem.decision) return <Decision trade={trade} />
  return (
    <>
      <Story trade={trade} problem={problem}>
        {problem.announced && <Announced trade={trade} announced={problem.announced} />}
      </Story>
      <Link to="/admin/trades" className={buttonClass({ variant: 'quiet' })}>
        {t('To what waits for a decision')}
      </Link>
    </>
  )
}
