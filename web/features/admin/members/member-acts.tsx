import { useState } from 'react'
import type { MemberFile } from '../../../../src/modules/admin/members/contract.ts'
import { call, callUndoable } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import AdminReasonDialog from '../../safety/admin-reason-dialog.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { offerUndo } from '../../safety/offer-undo.ts'
import { personName } from './person-link.tsx'

type Act = 'suspend' | 'lift' | 'sign-out' | 'demote'

/** The acts of an admin about a member; each has a reason, which they read. */
export function MemberActs({ member }: { member: MemberFile }) {
  const [asking, setAsking] = useState<Act | null>(null)
  const { suspension, isAdmin } = member
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {!isAdmin && (
        <Button variant="danger" onClick={() => setAsking('suspend')}>
          {suspension ? t('Change the suspension') : t('Suspend')}
        </Button>
      )}
      {suspension && (
        <Button variant="quiet" onClick={() => setAsking('lift')}>
          {t('End the suspension')}
        </Button>
      )}
      <Button variant="quiet" onClick={() => setAsking('sign-out')}>
        {t('Sign out everywhere')}
      </Button>
      {isAdmin && (
        <Button variant="quiet" onClick={() => setAsking('demote')}>
          {t('No longer an admin')}
        </Button>
      )}
      {asking && <ActDialog member={member} act={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

function ActDialog({ member, act, onClose }: { member: MemberFile; act: Act; onClose: () => void }) {
  const [until, setUntil] = useState('')
  const name = personName(member)
  const { title, description, confirm } = wordsOf(act, name)
  const params = { id: member.id }
  const run = async (reason: string) => {
    if (act === 'suspend') {
      const replaces = member.suspension ? { replaces: member.suspension.id } : {}
      const body = { until: until || null, reason, ...replaces }
      offerUndo(t('{name} is suspended', { name }), [
        (await callUndoable('PUT /api/admin/members/:id/suspension', { params, body })).act,
      ])
    } else if (act === 'lift') {
      const query = { reason }
      offerUndo(t('{name} is no longer suspended', { name }), [
        (await callUndoable('DELETE /api/admin/members/:id/suspension', { params, query })).act,
      ])
    } else if (act === 'demote') {
      offerUndo(t('{name} is no longer an admin', { name }), [
        (await callUndoable('POST /api/admin/members/:id/demote', { params, body: { reason } })).act,
      ])
    } else {
      await call('POST /api/admin/members/:id/sign-out', { params, body: { reason } })
      toast({ title: t('{name} is signed out', { name }), description: t('We have told {name}.', { name }) })
    }
    onClose()
    await refresh('/api/admin', '/api/items')
  }
  return (
    <AdminReasonDialog
      title={title}
      description={description}
      question={{ label: t('Why?'), hint: t('{name} will read this.', { name }), name: 'reason', maxLength: 500 }}
      confirm={confirm}
      variant={act === 'suspend' ? 'danger' : 'primary'}
      onConfirm={run}
      onOpenChange={onClose}
    >
      {act === 'suspend' && (
        <Field label={t('Last day')} hint={t('Leave it empty for good.')}>
          {(control) => (
            <TextInput {...control} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
          )}
        </Field>
      )}
    </AdminReasonDialog>
  )
}

function wordsOf(act: Act, name: string): { title: string; description: string; confirm: string } {
  switch (act) {
    case 'suspend':
      return {
        title: t('Suspend {name}?', { name }),
        description: t('They can read and finish what is open, but not start anything new. What they offer is hidden.'),
        confirm: t('Suspend'),
      }
    case 'lift':
      return {
        title: t('End the suspension of {name}?', { name }),
        description: t('What they offer is shown again.'),
        confirm: t('End the suspension'),
      }
    case 'sign-out':
      return {
        title: t('Sign {name} out everywhere?', { name }),
        description: t('They sign in again with a code from their email.'),
        confirm: t('Sign out everywhere'),
      }
    case 'demote':
      return {
        title: t('Remove {name} as an admin?', { name }),
        description: t('They stay an ordinary member.'),
        confirm: t('No longer an admin'),
      }
  }
}
