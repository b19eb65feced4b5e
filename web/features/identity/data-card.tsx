import { Download } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call, path } from '../../lib/api.ts'
import { saveAs } from '../../lib/browser/save-as.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useFreshCode } from './use-fresh-code.tsx'

const DeleteAccountDialog = lazyDialog(() => import('./delete-account-dialog.tsx'))

const FILE = 'outgrown-my-data.json'

export function DataCard({ member }: { member: User }) {
  const [leaving, setLeaving] = useState(false)
  const { withCode, dialog } = useFreshCode(member)
  const download = useAction(() => withCode(async () => saveAs(FILE, await call('GET /api/users/me/export'))))
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t('Your data')}</h2>
      <p className="text-muted">{t("Everything this market knows about you, in one JSON file. It's yours to keep.")}</p>
      <a
        href={path('/api/users/me/export')}
        download
        onClick={(event) => {
          event.preventDefault()
          void download.run()
        }}
        className={`${buttonClass({ variant: 'quiet' })} mt-3`}
      >
        <Download size={18} aria-hidden /> {t('Download my data')}
      </a>
      <FormError error={download.error} className="mt-2" />
      {dialog}
      <h3 className="mt-6 font-extrabold">{t('Leave the market')}</h3>
      <p className="text-muted">
        {t('Deletes your account and everything that says who you are. Please finish your purchases and sales first.')}
      </p>
      <Button
        variant="plain"
        className="mt-2 -ms-4 text-danger! hover:bg-danger-soft!"
        onPointerEnter={DeleteAccountDialog.prime}
        onClick={() => setLeaving(true)}
      >
        {t('Delete my account')}
      </Button>
      {leaving && <DeleteAccountDialog member={member} onOpenChange={setLeaving} />}
    </Card>
  )
}
