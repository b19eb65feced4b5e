import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'

/** A second way in, for those who have made a passkey in Account Settings. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (member: User) => void }) {
  const { run, pending, error } = useAction(async () => {
    const [{ startAuthentication }, options] = await Promise.all([
      import('@simplewebauthn/browser'),
      call('POST /api/auth/passkey/options'),
    ])
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const credential = { ...(await startAuthentication({ optionsJSON })) }
    onSignedIn(
      await call('POST /api/auth/passkey', {
        body: { credential: { ...credential, response: { ...credential.response } } },
      }),
    )
  })
  return (
    <div className="mt-3">
      <Button variant="quiet" wide pending={pending} onClick={() => void run()}>
        {!pending && <KeyRound size={18} aria-hidden />}
        {t('Use a passkey')}
      </Button>
      <FormError error={error} otherwise={t('No passkey was used. You can try again, or use a code.')} />
    </div>
  )
}
