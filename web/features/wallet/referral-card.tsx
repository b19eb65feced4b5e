import { t } from '../../lib/t.ts'
import { useInBrowser } from '../../lib/browser/use-in-browser.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

export function ReferralCard({ code }: { code: string }) {
  const origin = useInBrowser(() => window.location.origin) ?? ''
  const link = `${origin}/?ref=${encodeURIComponent(code)}`
  return (
    <section aria-labelledby="referral" className="rounded-card bg-primary-soft p-4 md:p-6">
      <div className="flex items-center gap-3">
        <Illustration name="party" size={48} />
        <h2 id="referral" className="text-xl font-extrabold">
          {t('Bring a neighbour')}
        </h2>
      </div>
      <p className="mt-2">
        {t(
          'You get 10 tokens when a friend who joins with your link has traded with two other neighbours, up to 5 friends a month.',
        )}
      </p>
      <Field label={t('Your link')} className="mt-4">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <TextInput
              {...control}
              readOnly
              value={link}
              onFocus={(event) => event.target.select()}
              className="min-w-0 flex-1 basis-52"
            />
            <CopyButton text={link} label={t('Copy your link')} />
          </div>
        )}
      </Field>
    </section>
  )
}
