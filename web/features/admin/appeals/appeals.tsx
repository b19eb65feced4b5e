import { useState } from 'react'
import type { Appeal } from '../../../../src/modules/admin/appeals/contract.ts'
import { callUndoable, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { refresh, useApiList } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { offerUndo } from '../../safety/offer-undo.ts'
import { ListCard } from '../list-card.tsx'
import { DESK_ROW } from '../today/desk-keys.tsx'
import { Taking } from '../today/taking.tsx'
import { PersonLink, personName } from '../members/person-link.tsx'

const AdminReasonDialog = lazyDialog(() => import('../../safety/admin-reason-dialog.tsx'))

/** Members' appeals against decisions about them: open ones oldest first, or decided ones latest first. */
export function Appeals({ state }: { state: 'open' | 'decided' }) {
  return (
    <ListCard
      title={state === 'open' ? t('Appeals') : t('Decided appeals')}
      list={useApiList(path('/api/admin/appeals', { query: { state } }))}
      nothing={t('None.')}
      failure={t('The appeals could not be loaded')}
      keyOf={({ id }) => id}
    >
      {(appeal) => <AppealRow appeal={appeal} />}
    </ListCard>
  )
}

/** A decision, with the member's words against it. */
export function AppealRow({ appeal: { id, about, words, appealedAt, mayDecide, decision } }: { appeal: Appeal }) {
  const [deciding, setDeciding] = useState<'keep' | 'undo' | null>(null)
  const decide = async (reason: string) => {
    if (deciding === null) return
    const body = { decision: deciding, reason }
    offerUndo(t('Decided'), [await callUndoable('POST /api/admin/appeals/:id', { params: { id }, body })])
    setDeciding(null)
    await refresh('/api/admin')
  }
  return (
    <article
      aria-label={t('Appeal of {name}', { name: personName(about.member) })}
      {...DESK_ROW}
      className="scroll-my-20 p-4 wrap-anywhere -outline-offset-3"
    >
      <h3 className="font-semibold">
        <PersonLink person={about.member} /> · {actInWords(about)}
      </h3>
      <p className="text-sm text-muted">
        {t('Decided {when}: {reason}', { when: formatDateTime(about.decidedAt), reason: about.reason })}
      </p>
      <p className="mt-1">{words}</p>
      <p className="text-sm text-muted">{formatDateTime(appealedAt)}</p>
      {decision && (
        <p className="mt-1 font-semibold">
          {decision.decision === 'undo'
            ? t('{name} undid it: {reason}', { name: personName(decision.by), reason: decision.reason })
            : t('{name} kept the decision: {reason}', { name: personName(decision.by), reason: decision.reason })}
        </p>
      )}
      {!decision && !mayDecide && <p className="mt-1 text-muted">{t('Another admin decides about this.')}</p>}
      {!decision && <Taking subject={`appeal:${id}`} />}
      {mayDecide && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" aria-keyshortcuts="u" onClick={() => setDeciding('undo')}>
            {t('Undo it')}
          </Button>
          <Button variant="plain" aria-keyshortcuts="l" onClick={() => setDeciding('keep')}>
            {t('Keep it')}
          </Button>
        </div>
      )}
      {deciding && (
        <AdminReasonDialog
          title={deciding === 'undo' ? t('Undo the decision?') : t('Keep the decision?')}
          description={t("You can undo it for a minute. Then it's final.")}
          question={{
            label: t('Why?'),
            hint: t('{name} will read this.', { name: personName(about.member) }),
            name: 'reason',
            maxLength: 500,
          }}
          confirm={t('Decide')}
          onConfirm={decide}
          onOpenChange={() => setDeciding(null)}
        />
      )}
    </article>
  )
}

function actInWords({ act, name, until }: Appeal['about']): string {
  switch (act) {
    case 'suspended':
      return until === null ? t('suspended for good') : t('suspended for a time')
    case 'hidden':
      return t('listing "{title}" hidden', { title: name ?? '' })
    case 'thanks-hidden':
      return t('thank-you removed')
    case 'warned':
      return t('warned by an admin')
  }
}
