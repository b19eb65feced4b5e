import { useEffect, useEffectEvent, useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useSite } from '../../lib/use-site.ts'
import { buttonClass } from '../../ui/button.tsx'
import Dialog from '../../ui/overlays/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { CodeStep } from './code-step.tsx'
import type { SentCode } from './email-step.tsx'

interface Props {
  member: User
  onGiven: () => void
  onOpenChange: (open: boolean) => void
}

/** Asks for a fresh code: the device may be in somebody else's hands. */
export default function FreshCodeDialog({ member: { email }, onGiven, onOpenChange }: Props) {
  const site = useSite()
  const [sent, setSent] = useState<SentCode>()
  const send = useAction(async () => {
    const { code, digits = 6 } = await call('POST /api/auth/code', { body: { email } })
    setSent({ email, shown: code, digits })
  })
  const begin = useEffectEvent(() => void send.run())
  const byCode = site?.codes
  useEffect(() => {
    if (byCode) begin()
  }, [byCode])
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t('Is it you?')}
      description={t('So that nobody else can do this with your device, please confirm it first.')}
    >
      {sent && <CodeStep sent={sent} onResent={setSent} submit={t('Confirm')} onSignedIn={onGiven} />}
      {!sent && byCode !== false && send.error === undefined && <PageLoading />}
      <FormError error={send.error} />
      {byCode === false && (
        <a href="/api/auth/oidc?returnTo=%2Faccount" className={buttonClass({ wide: true })}>
          {t('Continue with {provider}', { provider: site?.oidc ?? '' })}
        </a>
      )}
    </Dialog>
  )
}
