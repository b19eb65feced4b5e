import { Download } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { path } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Card } from '../../ui/card.tsx'

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.tsx'))

/** Data export and account deletion. */
export function DataCard({ member }: { member: User }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <Card>
      <h2 className="text-xl font-extrabold">Your data</h2>
      <p className="text-muted">Everything this market knows about you, in one JSON file. It's yours to keep.</p>
      <a href={path('/api/users/me/export')} download className={`${buttonClass({ variant: 'quiet' })} mt-3`}>
        <Download size={18} aria-hidden /> Download my data
      </a>
      <h3 className="mt-6 font-extrabold">Leave the market</h3>
      <p className="text-muted">
        Deletes your account and everything that says who you are. Please finish your purchases and sales first.
      </p>
      <Button
        variant="plain"
        className="mt-2 -ml-4 text-danger! hover:bg-danger-soft!"
        onPointerEnter={DeleteAccountDialog.prime}
        onClick={() => setLeaving(true)}
      >
        Delete my account
      </Button>
      {leaving && <DeleteAccountDialog member={member} onOpenChange={setLeaving} />}
    </Card>
  )
}
