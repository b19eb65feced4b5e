import type { AdminAction } from '../../../../src/modules/admin/log/contract.ts'
import type { Path } from '../../../lib/endpoints.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { ListCard } from '../list-card.tsx'
import { ActionLine } from './action-line.tsx'

/** Some of the log's acts, latest first. */
export function Acts({ title, from }: { title: string; from: Path<AdminAction[]> }) {
  return (
    <ListCard
      title={title}
      list={useApiList(from)}
      nothing={t('None.')}
      failure={t('The log could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(action) => <ActionLine action={action} />}
    </ListCard>
  )
}
