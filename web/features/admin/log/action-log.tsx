import type { AdminAction } from '../../../../src/modules/admin/contract.ts'
import { Link } from 'react-router-dom'
import { words } from '../../../../src/platform/language/words.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiPages } from '../../../lib/use-api.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { undo } from '../../safety/offer-undo.ts'
import { personName } from '../members/person-link.tsx'

const PAGE_SIZE = 20

/** The changes of admins, latest first: who, what, before and after. */
export function ActionLog() {
  const { data, error, size, setSize, isValidating, mutate } = useApiPages(
    path('/api/admin/actions', { query: { limit: PAGE_SIZE } }),
  )
  const actions = data?.flatMap(({ answer }) => answer)
  return (
    <Card className="overflow-hidden">
      <div className="p-4">
        <h2 id="action-log" className="text-xl font-extrabold">
          {t('What admins have changed')}
        </h2>
        {actions?.length === 0 && <p className="text-muted">{t('Nothing so far.')}</p>}
      </div>
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('The log could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {actions && actions.length > 0 && <Table actions={actions} />}
      {data?.at(-1)?.next && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="quiet" pending={isValidating} onClick={() => void setSize(size + 1)}>
            {t('Show older changes')}
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
      <table className="w-full min-w-[640px] text-start text-sm">
        <thead className="text-muted">
          <tr className="*:px-4 *:py-2 *:font-semibold">
            <th scope="col">{t('When')}</th>
            <th scope="col">{t('Who')}</th>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('After')}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {actions.map(
            ({ id, createdAt, actor, action, subject, name, listingId, before, after, undoUntil, undone }) => (
              <tr key={id} className="align-top *:px-4 *:py-2">
                <td className="whitespace-nowrap">{formatDateTime(createdAt)}</td>
                <td>{actor ? personName(actor) : t('Command line')}</td>
                <td className="wrap-anywhere">
                  <span className="font-semibold">{t(ACTIONS[action] ?? action)}</span>{' '}
                  {listingId === null ? (
                    <span className="text-muted">{name ?? withoutId(subject)}</span>
                  ) : (
                    <Link to={`/item/${listingId}`} className="link">
                      {name}
                    </Link>
                  )}
                  {undone && <Badge>{t('Undone')}</Badge>}
                  {undoUntil !== null && (
                    <Button variant="quiet" onClick={() => void undo([id])}>
                      {t('Undo')}
                    </Button>
                  )}
                </td>
                <td>
                  <Values values={changedOf(before, after)} />
                </td>
                <td>
                  <Values values={changedOf(after, before)} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  'action.undo': words('Undid a decision about:'),
  'admin.demote': words('Ended that somebody is an admin:'),
  'appeal.keep': words('Left a decision after an appeal:'),
  'appeal.undo': words('Undid a decision after an appeal:'),
  'member.lift': words('Ended a suspension:'),
  'member.note': words('Noted something about:'),
  'member.read': words('Read the page of:'),
  'member.sign-out': words('Signed out everywhere:'),
  'member.suspend': words('Suspended:'),
  'admin.promote': words('Made an admin:'),
  'admin.setup': words('Became the first admin:'),
  'alarm.clear': words('Cleared an alarm:'),
  'category.create': words('Added a category:'),
  'category.delete': words('Deleted a category:'),
  'category.seed': words('Added the built-in categories'),
  'category.update': words('Changed prices:'),
  'dispute.refund': words('Decided for the buyer:'),
  'dispute.release': words('Decided for the seller:'),
  'listing.hide': words('Hid a listing:'),
  'listing.restore': words('Restored a listing:'),
  'report.decide': words('Decided a report:'),
  'settings.update': words('Changed the fees'),
  'site.update': words('Changed the site'),
}

const FIELDS: Readonly<Record<string, string>> = {
  action: words('what was done'),
  added: words('added'),
  cardPerItem: words('card fee for each thing'),
  cardPerOrder: words('card fee for an order'),
  contact: words('contact'),
  currency: words('currency'),
  decision: words('decision'),
  imprint: words('imprint'),
  language: words('language'),
  name: words('name'),
  photo: words('photo'),
  place: words('place'),
  privacy: words('privacy'),
  reports: words('reports'),
  setUp: words('first questions answered'),
  state: words('state'),
  tagline: words('tagline'),
  terms: words('terms'),
  things: words('things'),
  timeZone: words('time zone'),
  units: words('units'),
  hiddenAt: words('hidden'),
  hiddenReason: words('reason'),
  isAdmin: words('admin'),
  processingFeePercentage: words('processing fee, %'),
  retailPrice: words('retail price'),
  tokenPrice: words('token price'),
  transactionFeePercentage: words('transaction fee, %'),
  word: words('note'),
  until: words('until'),
}

/** Only the kind of what is gone is known. */
const GONE: Readonly<Record<string, string>> = {
  listing: words('a listing that is gone'),
  member: words('a member that is gone'),
  message: words('a message that is gone'),
  purchase: words('a purchase that is gone'),
  thanks: words('a thanks that is gone'),
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDateTime(value) : value
}

const withoutId = (subject: string): string => {
  const [kind = '', id = ''] = subject.split(':')
  if (id === '') return ''
  return /^[\da-f-]{36}$/.test(id) ? t(GONE[kind] ?? kind) : id
}

/** A value that was left as it was says nothing. */
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
          <span className="text-muted">{t('{field}:', { field: t(FIELDS[name] ?? name) })}</span> {shown(value)}
        </li>
      ))}
    </ul>
  )
}
