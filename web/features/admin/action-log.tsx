import type { AdminAction } from '../../../src/modules/admin/contract.ts'
import { Link } from 'react-router-dom'
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
          {actions.map(({ id, createdAt, actor, action, subject, name, listingId, before, after }) => (
            <tr key={id} className="align-top *:px-4 *:py-2">
              <td className="whitespace-nowrap">{formatDateTime(createdAt)}</td>
              <td>{actor ? personName(actor) : 'Command line'}</td>
              <td className="wrap-anywhere">
                <span className="font-semibold">{ACTIONS[action] ?? action}</span>{' '}
                {listingId === null ? (
                  <span className="text-muted">{name ?? withoutId(subject)}</span>
                ) : (
                  <Link to={`/item/${listingId}`} className="link">
                    {name}
                  </Link>
                )}
              </td>
              <td>
                <Values values={changedOf(before, after)} />
              </td>
              <td>
                <Values values={changedOf(after, before)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  'admin.promote': 'Made an admin:',
  'admin.setup': 'Became the first admin:',
  'alarm.clear': 'Cleared an alarm:',
  'category.create': 'Added a category:',
  'category.delete': 'Deleted a category:',
  'category.seed': 'Added the built-in categories',
  'category.update': 'Changed prices:',
  'dispute.refund': 'Decided for the buyer:',
  'dispute.release': 'Decided for the seller:',
  'listing.hide': 'Hid a listing:',
  'listing.restore': 'Restored a listing:',
  'report.decide': 'Decided a report:',
  'settings.update': 'Changed the fees',
}

const FIELDS: Readonly<Record<string, string>> = {
  hiddenAt: 'hidden',
  hiddenReason: 'reason',
  isAdmin: 'admin',
  processingFeePercentage: 'processing fee, %',
  retailPrice: 'retail price',
  tokenPrice: 'token price',
  transactionFeePercentage: 'transaction fee, %',
  word: 'note',
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDateTime(value) : value
}

/** Of what is gone only its kind is known. */
const withoutId = (subject: string): string => {
  const [kind = '', id = ''] = subject.split(':')
  if (id === '') return ''
  return /^[\da-f-]{36}$/.test(id) ? `a ${kind.replaceAll('_', ' ')} that is gone` : id
}

/** What was left as it was says nothing. */
function changedOf(values: AdminAction['before'], other: AdminAction['before']): [string, unknown][] {
  const same = (name: string) => JSON.stringify(values?.[name]) === JSON.stringify(other?.[name])
  return Object.entries(values ?? {}).filter(([name, value]) => value !== null && !same(name))
}

function Values({ values }: { values: [string, unknown][] }) {
  if (values.length === 0) return '–'
  return (
    <ul>
      {values.map(([name, value]) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{FIELDS[name] ?? name}:</span> {shown(value)}
        </li>
      ))}
    </ul>
  )
}
