import type { AdminAction } from '../../../src/modules/admin/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { path } from '../../lib/api.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { personName } from './person-link.tsx'

const PAGE_SIZE = 20

/** What admins have changed, latest first: who, what, before and after. */
export function ActionLog() {
  const { data, error, size, setSize, isValidating, mutate } = useApiPages(
    path('/api/admin/actions', { query: { limit: PAGE_SIZE } }),
  )
  const actions = data?.flatMap(({ answer }) => answer)
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 id="action-log" className="text-xl font-extrabold">
          What admins have changed
        </h2>
        {actions?.length === 0 && <p className="text-muted">Nothing so far.</p>}
      </div>
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title="The log could not be loaded" error={error} onRetry={() => void mutate()} />
      )}
      {actions && actions.length > 0 && <Table actions={actions} />}
      {data?.at(-1)?.next && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="quiet" pending={isValidating} onClick={() => void setSize(size + 1)}>
            Show older changes
          </Button>
        </div>
      )}
    </Card>
  )
}

function Table({ actions }: { actions: AdminAction[] }) {
  return (
    <div
      role="region"
      aria-labelledby="action-log"
      tabIndex={0}
      className="overflow-x-auto border-t border-line -outline-offset-3"
    >
      <table className="w-full min-w-[640px] text-left text-sm">
        <thead className="text-muted">
          <tr className="*:px-4 *:py-2 *:font-semibold">
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {actions.map(({ id, createdAt, actor, action, subject, before, after }) => (
            <tr key={id} className="align-top *:px-4 *:py-2">
              <td className="whitespace-nowrap">{formatDateTime(createdAt)}</td>
              <td>{actor ? personName(actor) : 'Command line'}</td>
              <td className="wrap-anywhere">
                <span className="font-semibold">{action}</span> <span className="text-muted">{subject}</span>
              </td>
              <td>
                <Values values={before} />
              </td>
              <td>
                <Values values={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Values({ values }: { values: AdminAction['before'] }) {
  if (!values) return '–'
  return (
    <ul>
      {Object.entries(values).map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{name}:</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  )
}
