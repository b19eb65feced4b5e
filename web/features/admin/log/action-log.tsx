import { Download } from 'lucide-react'
import { useState } from 'react'
import { LOG_KINDS, type LogKind } from '../../../../src/modules/admin/log-sentences.ts'
import type { AdminAction } from '../../../../src/modules/admin/log/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/inputs.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { personName } from '../members/person-link.tsx'
import { ActionLine } from './action-line.tsx'

type Actor = NonNullable<AdminAction['actor']>

/** The acts and readings of admins, latest first, in words: of all, of one admin, or of one kind. */
export function ActionLog() {
  const [by, setBy] = useState<Actor>()
  const [kind, setKind] = useState<LogKind>()
  const narrowed = { ...(by && { by: by.id }), ...(kind && { kind }) }
  const {
    data: actions,
    error,
    mutate,
    more,
  } = useApiList(path('/api/admin/actions', { query: { limit: 50, ...narrowed } }))
  const admins = useSeen(actions)
  return (
    <Card className="overflow-hidden">
      <h2 className="px-4 pt-4 text-xl font-extrabold">{t('What admins have done and read')}</h2>
      <div className="flex flex-wrap items-end gap-3 border-b border-line p-4">
        <Field label={t('Who')} className="min-w-0 flex-[1_1_10rem]">
          {(control) => (
            <Select
              {...control}
              value={by?.id ?? ''}
              onChange={({ target }) => setBy(admins.find(({ id }) => id === target.value))}
            >
              <option value="">{t('All admins')}</option>
              {admins.map((admin) => (
                <option key={admin.id} value={admin.id}>
                  {personName(admin)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('What')} className="min-w-0 flex-[1_1_10rem]">
          {(control) => (
            <Select
              {...control}
              value={kind ?? ''}
              onChange={({ target }) => setKind(kinds.find((one) => one === target.value))}
            >
              <option value="">{t('Everything')}</option>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(LOG_KINDS[one].label)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <a
          href={path('/api/admin/actions.csv', { query: narrowed })}
          download
          className={buttonClass({ variant: 'quiet' })}
        >
          <Download size={18} aria-hidden />
          {t('Download CSV')}
        </a>
      </div>
      <p role="status" className={actions?.length === 0 ? 'p-4 text-muted' : 'sr-only'}>
        {actions && (actions.length === 0 ? t('Nothing so far.') : t('{count} found', { count: actions.length }))}
      </p>
      {!actions && error === undefined && <PageLoading />}
      {!actions && error !== undefined && (
        <LoadError title={t('The log could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      <ul className="divide-y divide-line">
        {actions?.map((action) => (
          <li key={action.id}>
            <ActionLine action={action} />
          </li>
        ))}
      </ul>
      <ShowMore more={more}>{t('Show older changes')}</ShowMore>
    </Card>
  )
}

const kinds = Object.keys(LOG_KINDS) as LogKind[]

/** The admins of whom something was shown; narrowing to one of them doesn't lose the others. */
function useSeen(actions: AdminAction[] | undefined): Actor[] {
  const [seen, setSeen] = useState<Actor[]>([])
  const fresh = (actions ?? []).flatMap(({ actor }) =>
    actor && !seen.some(({ id }) => id === actor.id) ? [actor] : [],
  )
  const added = fresh.filter((one, index) => fresh.findIndex(({ id }) => id === one.id) === index)
  if (added.length > 0) setSeen([...seen, ...added])
  return seen
}
