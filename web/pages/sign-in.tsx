import { useState } from 'react'
import { useSearchParams } from '../lib/navigation.tsx'
import { safeReturnTo, SIGN_IN_ERRORS, type User } from '../../src/modules/identity/contract.ts'
import { StillLife } from '../features/landing/still-life.tsx'
import { CodeStep } from '../features/identity/code-step.tsx'
import { DemoMembers } from '../features/identity/demo-members.tsx'
import { EmailStep, type SentCode } from '../features/identity/email-step.tsx'
import { FirstQuestions } from '../features/identity/first-questions.tsx'
import { NameStep } from '../features/identity/name-step.tsx'
import { PasskeySignIn } from '../features/identity/passkey-sign-in.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { useSite } from '../lib/use-site.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function SignInPage() {
  const [query] = useSearchParams()
  const site = useSite()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const member = useMember()
  const [asked, setNewcomer] = useState<'unnamed' | 'named'>()
  // A sign-in provider sends newcomers back here.
  const arrived = member && query.has('newcomer') ? (member.firstName ? 'named' : 'unnamed') : undefined
  const newcomer = asked ?? arrived

  // A full page load, which drops everything cached for the visitor.
  const goOn = () => window.location.assign(safeReturnTo(query.get('returnTo')))
  const signedIn = (member: User) => (member.firstName ? goOn() : setNewcomer('unnamed'))
  const first = !sent && !newcomer

  return (
    <div className="page grid items-center gap-8 py-8 wide:grid-cols-2 wide:py-16">
      <PageHead title={t('Log In')} />
      <StillLife className="max-wide:hidden" />
      <Card className="mx-auto w-full max-w-md p-5 shadow-1 md:p-8">
        <PageHeading className="mb-4 text-2xl font-extrabold">
          {newcomer ? t('Nice to meet you') : t('Log In')}
        </PageHeading>
        <div className="mb-4 not-noscript:hidden">
          <NeedsScript>{t('Logging in needs JavaScript.')}</NeedsScript>
        </div>
        {first && <ProviderError error={query.get('error')} />}
        {first && site?.codes !== false && (
          <EmailStep
            initial={email}
            onSent={(code) => {
              setEmail(code.email)
              setSent(code)
            }}
          />
        )}
        {sent && !newcomer && (
          <CodeStep
            key={sent.email}
            sent={sent}
            onResent={setSent}
            onBack={() => setSent(undefined)}
            onSignedIn={signedIn}
          />
        )}
        {first && <PasskeySignIn onSignedIn={signedIn} />}
        {newcomer === 'unnamed' && <NameStep onDone={() => setNewcomer('named')} />}
        {newcomer === 'named' && <FirstQuestions onDone={goOn} />}
        {first && site?.oidc && (
          <a
            href={`/api/auth/oidc?${String(new URLSearchParams({ returnTo: query.get('returnTo') ?? '/' }))}`}
            className={`${buttonClass({ variant: 'quiet', wide: true })} mt-3`}
          >
            {t('Continue with {name}', { name: site.oidc })}
          </a>
        )}
        {first && site && site.demoMembers.length > 0 && <DemoMembers members={site.demoMembers} onSignedIn={goOn} />}
      </Card>
    </div>
  )
}

/** The reason for which signing in with the provider ended here. */
function ProviderError({ error }: { error: string | null }) {
  if (error === null) return null
  const known: Record<string, string> = SIGN_IN_ERRORS
  return (
    <p role="alert" className="mb-4 rounded-input bg-danger-soft p-3 text-danger">
      {known[error] ?? SIGN_IN_ERRORS.failed}
    </p>
  )
}
