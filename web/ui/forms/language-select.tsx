import type { ComponentProps } from 'react'
import { LANGUAGES, languageNamed, type Language } from '../../../src/platform/language/words.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { speak } from '../../lib/language/language.ts'
import { pageLanguage } from '../../lib/language/sentence.ts'
import { t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { Select } from './inputs.tsx'
import { toast } from '../toasts/toast.ts'

/** Each language by its own name: whoever looks for theirs may not read this one. */
const NAMES = LANGUAGES.map((language) => ({
  language,
  name: new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
}))

/** The language of the market for whoever is here: chosen for this browser, by a member for all of theirs. */
export function LanguageSelect(props: Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'>) {
  const member = useMember()
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
  return (
    <Select
      {...props}
      value={pageLanguage()}
      onChange={({ target }) => void choose(languageNamed(target.value) ?? 'en')}
    >
      {NAMES.map(({ language, name }) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </Select>
  )
}
