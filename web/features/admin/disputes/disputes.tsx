import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { ListCard } from '../list-card.tsx'
import { DisputeRow } from './dispute-row.tsx'

/** Problems that buyers have reported and that await a decision, oldest first. */
export function Disputes() {
  return (
    <ListCard
      title={t('Reported problems')}
      list={useApiList(path('/api/admin/disputes'))}
      nothing={t('Nothing to decide.')}
      about={t(
        'The tokens stay in escrow until an admin decides. If nobody does within 7 days, everything goes back to the buyer.',
      )}
      failure={t('The problems could not be loaded')}
      keyOf={({ purchaseId }) => purchaseId}
    >
      {(dispute, index) => <DisputeRow dispute={dispute} open={index === 0} />}
    </ListCard>
  )
}
