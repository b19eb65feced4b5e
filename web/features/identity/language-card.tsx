import { t } from '../../lib/t.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { LanguageSelect } from '../../ui/forms/language-select.tsx'

/** The language of the market for the member, in mails as well. */
export function LanguageCard() {
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t('Language')}</h2>
      <p className="text-muted">
        {t('Pages, emails and notifications. What neighbours write stays as they wrote it.')}
      </p>
      <Field label={t('Your language')}>{(control) => <LanguageSelect {...control} className="max-w-xs" />}</Field>
    </Card>
  )
}
