import { useState } from 'react'
import type { Appeal } from '../../../../src/modules/admin/appeals/contract.ts'
import { callUndoable } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { refresh } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { offerUndo } from '../../safety/offer-undo.ts'
import { useDeskRow } from '../today/desk-keys.tsx'
import { Taking, type TakingProps } from '../today/taking.tsx'
import { PersonLink, personName } from '../members/person-link.tsx'

const AdminReasonDialog = lazyDialog(() => import('../../safety/admin-reason-dialog.tsx'))

/** A decision, with the member's words against it. */
export function AppealRow({ appeal, taking }: { appeal: Appeal; taking?: TakingProps }) {
  const { id, about, words, appealedAt, mayDecide, decision } = appeal
  const [deciding, setDeciding] = useState<'keep' | 'undo' | null>(null)
  const decide = async (reason: string) => {
    if (deciding === null) return
    const body = { decision: deciding, reason }
    const { act } = await callUndoable('POST /api/admin/appeals/:id', { params: { id }, body })
    offerUndo(t('Decided'), [act])
    setDeciding(null)
    await refresh('/api/admin')
  }
  return (
    <article
      aria-label={t('Appeal of {name}', { name: personName(about.member) })}
      {...useDeskRow()}
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
      {taking && <Taking {...taking} />}
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
