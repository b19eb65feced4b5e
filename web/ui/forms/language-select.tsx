import { clsx } from 'clsx'
import { Languages } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { LANGUAGES, languageNamed, type Language } from '../../../src/platform/language/words.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { speak } from '../../lib/language/language.ts'
import { pageLanguage } from '../../lib/language/sentence.ts'
import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { toast } from '../toasts/toast.ts'
import { Select } from './inputs.tsx'

/** Each language by its own name, without a region: whoever looks for theirs may not read this one. */
const NAMES = LANGUAGES.map((language) => ({
  language,
  name: new Intl.DisplayNames([language], { type: 'language' }).of(new Intl.Locale(language).language) ?? language,
}))

type Props = Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'>

/** The language of the market for whoever is here: chosen for this browser, by a member for all of theirs. */
export function LanguageSelect(props: Props) {
  return <Select {...props} {...useLanguageChoice()} />
}

/** The same behind a sign, where a word has no room: the browser's own control lies over it, unseen. */
export function LanguageButton({ label, className }: { label: string; className: string }) {
  return (
    <span
      className={clsx(
        className,
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      )}
    >
      <Languages size={20} aria-hidden />
      <select {...useLanguageChoice()} aria-label={label} className="absolute inset-0 cursor-pointer opacity-0" />
    </span>
  )
}

function useLanguageChoice() {
  const member = useMember()
  const control = useRef<HTMLSelectElement>(null)
  const choose = async (language: Language) => {
    try {
      if (member) await call('PATCH /api/users/me', { body: { language } })
    } catch (failure) {
      const description = messageFrom(failure, t('Failed to save your information'))
      toast({ title: t('Error'), description, tone: 'danger' })
      return
    }
    await speak(language)
  }
  // React repeats a choice made while its scripts start, but by then has set the control back to the page's own.
  const chooseNamed = (name: string | undefined) => {
    const language = languageNamed(name)
    if (language && language !== pageLanguage()) void choose(language)
  }
  const chooseEarly = useEffectEvent(() => chooseNamed(control.current?.value))
  // A choice on the painted page is older than its scripts.
  useEffect(() => chooseEarly(), [])
  return {
    ref: control,
    value: pageLanguage(),
    // A browser would choose the language of before again in a page that is loaded anew.
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLSelectElement }) => chooseNamed(target.value),
    children: NAMES.map(({ language, name }) => (
      <option key={language} value={language} lang={language}>
        {name}
      </option>
    )),
  }
}
