import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { ListCard } from '../list-card.tsx'
import { AppealRow } from './appeal-row.tsx'

/** Members' appeals against decisions about them that were decided, the latest first. */
export function DecidedAppeals() {
  return (
    <ListCard
      title={t('Decided appeals')}
      list={useApiList(path('/api/admin/appeals'))}
      nothing={t('None.')}
      failure={t('The appeals could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(appeal) => <AppealRow appeal={appeal} />}
    </ListCard>
  )
}
