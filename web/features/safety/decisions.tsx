import { useState } from 'react'
import type { Decision } from '../../../src/modules/admin/appeals/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, path } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { formatDateTime } from '../../lib/time.ts'
import { refresh, useApi } from '../../lib/use-api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Deadline } from '../../ui/deadline.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'

const ReasonDialog = lazyDialog(() => import('../../ui/overlays/reason-dialog.tsx'))

/** Admins' decisions about the member, and their appeals. */
export function Decisions() {
  const { data: decisions, error, mutate } = useApi(path('/api/decisions'))
  if (!decisions && error === undefined) return <PageLoading />
  if (!decisions)
    return <LoadError title={t('This page could not be loaded')} error={error} onRetry={() => void mutate()} />
  if (decisions.length === 0)
    return (
      <EmptyState picture="door" title={t('Nothing was decided')}>
        {t('When an admin decides something about you, you can read it here and appeal once.')}
      </EmptyState>
    )
  return (
    <ul className="mt-4 flex flex-col gap-4">
      {decisions.map((decision) => (
        <li key={decision.id}>
          <Row decision={decision} />
        </li>
      ))}
    </ul>
  )
}

function Row({ decision }: { decision: Decision }) {
  const [asking, setAsking] = useState(false)
  const { id, reason, until, decidedAt, inForce, mayAppeal, appeal } = decision
  const send = async (words: string) => {
    await call('POST /api/decisions/:id/appeal', { params: { id }, body: { words } })
    toast({ title: t('Appeal sent'), description: t('An admin will look at it again, and we will tell you.') })
    setAsking(false)
    await refresh('/api/decisions')
  }
  return (
    <Card className="p-4">
      <article aria-label={titleOf(decision)}>
        <h2 className="flex flex-wrap items-center gap-2 text-lg font-extrabold wrap-anywhere">
          {titleOf(decision)} {!inForce && <Badge>{t('Over')}</Badge>}
        </h2>
        <p className="text-sm text-muted">{formatDateTime(decidedAt)}</p>
        {until !== null && <p className="mt-2">{rich('Until {date}', { date: <Deadline at={until} /> })}</p>}
        <p className="mt-2 wrap-anywhere">{t('The reason: {reason}', { reason })}</p>
        {appeal && <Appealed appeal={appeal} />}
        {mayAppeal && (
          <Button variant="quiet" className="mt-3" onPointerEnter={ReasonDialog.prime} onClick={() => setAsking(true)}>
            {t('Appeal')}
          </Button>
        )}
      </article>
      {asking && (
        <ReasonDialog
          title={t('Appeal against this decision?')}
          description={t('An admin looks at it again. You can do this once.')}
          question={{ label: t('Why should it be decided differently?'), name: 'words', maxLength: 1000 }}
          confirm={t('Send Appeal')}
          onConfirm={send}
          onOpenChange={setAsking}
        />
      )}
    </Card>
  )
}

function Appealed({ appeal: { words, decision, reason } }: { appeal: NonNullable<Decision['appeal']> }) {
  return (
    <div className="mt-3 rounded-input bg-sunken p-3 wrap-anywhere">
      <p>{t('You have appealed: {words}', { words })}</p>
      <p className="mt-1 font-semibold">
        {decision === null && t('An admin has yet to look at it.')}
        {decision === 'undo' && t('The decision was undone: {reason}', { reason: reason ?? '' })}
        {decision === 'keep' && t('The decision stays: {reason}', { reason: reason ?? '' })}
      </p>
    </div>
  )
}

function titleOf({ act, name, until }: Decision): string {
  switch (act) {
    case 'suspended':
      return until === null ? t('Your account was suspended for good') : t('Your account was suspended')
    case 'hidden':
      return t('Your listing "{title}" was hidden', { title: name ?? '' })
    case 'thanks-hidden':
      return t('Your thank-you was removed')
    case 'warned':
      return t('An admin wrote to you about something you posted')
  }
}
