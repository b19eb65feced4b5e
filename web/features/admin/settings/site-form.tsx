import type { ReactNode, SyntheticEvent } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ADMIN_CODES } from '../../../../src/modules/admin/desk/contract.ts'
import { type SiteSettings, UpdateSiteBody } from '../../../../src/modules/admin/site/contract.ts'
import { isCurrency } from '../../../../src/platform/site/look.ts'
import { LANGUAGES, words } from '../../../../src/platform/language/words.ts'
import { ApiError, callUndoable, messageFrom, path } from '../../../lib/api.ts'
import { formResolver } from '../../../lib/form-resolver.ts'
import { currencySymbol } from '../../../lib/look.ts'
import { pageLanguage } from '../../../lib/language/sentence.ts'
import { t } from '../../../lib/t.ts'
import { refresh, setAnswer } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, type ControlProps } from '../../../ui/forms/field.tsx'
import { Select, TextArea, TextInput } from '../../../ui/forms/inputs.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { undoing } from '../../safety/offer-undo.ts'
import { SitePhoto } from './site-photo.tsx'

type Values = z.input<typeof UpdateSiteBody>
type Change = z.output<typeof UpdateSiteBody>
type Name = keyof Omit<Values, 'version' | 'setUp' | 'photo'>
type Form = UseFormReturn<Values, unknown, Change>

interface Asked {
  label: string
  hint?: string
  control: (control: ControlProps, form: Form, name: Name) => ReactNode
}

const short: Asked['control'] = (control, form, name) => <TextInput {...control} {...form.register(name)} />
const amount: Asked['control'] = (control, form, name) => (
  <TextInput {...control} inputMode="decimal" className="figures" {...form.register(name)} />
)
const long: Asked['control'] = (control, form, name) => <TextArea {...control} rows={6} {...form.register(name)} />
const choice =
  (options: () => [value: string, label: string][]): Asked['control'] =>
  (control, form, name) => (
    <Select {...control} {...form.register(name)}>
      {options().map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )

const named = (type: 'language' | 'currency', code: string, language: string = pageLanguage()) =>
  new Intl.DisplayNames([language], { type }).of(code) ?? code

const currencies = (): [string, string][] =>
  Intl.supportedValuesOf('currency')
    .filter(isCurrency)
    .map((code): [string, string] => [code.toLowerCase(), `${named('currency', code)} (${code})`])
    .toSorted(([, one], [, other]) => one.localeCompare(other, pageLanguage()))

const zones = (): [string, string][] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, zone.replaceAll('_', ' ')])

const FIELDS: Record<Name, Asked> = {
  name: { label: words('Name of the site'), hint: words('Up to 40 characters.'), control: short },
  tagline: {
    label: words('Tagline'),
    hint: words('One line about it, in your own words. Leave it empty to use ours, in every language.'),
    control: short,
  },
  place: { label: words('Place'), hint: words('The town or the neighbourhood that it is for.'), control: short },
  contact: {
    label: words('Contact'),
    hint: words("An email address or a phone number. It's shown at the bottom of every page."),
    control: short,
  },
  timeZone: {
    label: words('Time zone'),
    hint: words('The clock that months, appointments and quiet hours go by.'),
    control: choice(zones),
  },
  language: {
    label: words('Language'),
    hint: words("For everybody who hasn't chosen a language."),
    control: choice(() => LANGUAGES.map((code) => [code, named('language', code, code)])),
  },
  currency: {
    label: words('Currency'),
    hint: words('What buyers pay by card. Orders already placed keep theirs.'),
    control: choice(currencies),
  },
  units: {
    label: words('Weights and distances'),
    control: choice(() => [
      ['us', t('Pounds and miles')],
      ['metric', t('Kilograms and kilometres')],
    ]),
  },
  cardPerOrder: { label: words('Card fee for an order ({symbol})'), control: amount },
  cardPerItem: {
    label: words('Card fee for each thing ({symbol})'),
    hint: words('At least 0.50, the least a card can pay. Orders already placed keep their fee.'),
    control: amount,
  },
  terms: { label: words('Terms'), hint: words("In Markdown. A page left empty isn't linked."), control: long },
  privacy: { label: words('Privacy'), hint: words("In Markdown. A page left empty isn't linked."), control: long },
  imprint: { label: words('Imprint'), hint: words("In Markdown. A page left empty isn't linked."), control: long },
}

const FIXED = ['timeZone', 'language', 'currency', 'units'] as const

interface Props {
  settings: SiteSettings
  asked: readonly Name[]
  photo?: boolean
  submit: string
  /** The first questions are answered with it. */
  setUp?: true
  /** A part beside the button. */
  children?: ReactNode
}

/** The admins' own description of their site. A change that another admin has saved meanwhile is not overwritten. */
export function SiteForm({ settings, asked, photo = false, submit, setUp, children }: Props) {
  const form: Form = useForm<Values, unknown, Change>({
    resolver: formResolver(UpdateSiteBody),
    values: valuesOf(settings, asked, photo),
    resetOptions: { keepDirtyValues: true },
  })
  const { control, formState, handleSubmit, reset } = form
  const chosenPhoto = useWatch({ control, name: 'photo' })
  const { errors, dirtyFields, isDirty, isSubmitting } = formState
  const save = async (values: Change) => {
    const changed = Object.entries(values).filter(([name]) => dirtyFields[name as keyof Values])
    try {
      const body = { version: settings.version, ...Object.fromEntries(changed), ...(setUp && { setUp }) }
      const { answer: saved, act } = await callUndoable('PATCH /api/admin/site', { body })
      reset(valuesOf(saved, asked, photo), { keepDirtyValues: false })
      await setAnswer(path('/api/admin/site'), saved)
      await refresh('/api/site')
      toast({ title: t('Updated!'), description: t('The site has been updated.'), ...undoing([act]) })
    } catch (error) {
      // The answer brings what the other admin has saved; fields that were typed in keep their text.
      if (error instanceof ApiError && error.code === ADMIN_CODES.SITE_CHANGED) await refresh('/api/admin/site')
      toast({
        title: t('Update Failed'),
        description: messageFrom(error, t("The site's settings couldn't be saved")),
        tone: 'danger',
      })
    }
  }
  const isFixed = (name: Name) => FIXED.some((fixed) => fixed === name && settings.fixed[fixed])
  return (
    <form onSubmit={(event: SyntheticEvent) => void handleSubmit(save)(event)} noValidate className="grid gap-4">
      {photo && (
        <SitePhoto
          photo={chosenPhoto ?? null}
          onPhoto={(chosen) => form.setValue('photo', chosen, { shouldDirty: true })}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        {asked.map((name) => {
          const { label, hint, control: shows } = FIELDS[name]
          const said = isFixed(name) ? t('Set by the server’s environment.') : hint && t(hint)
          return (
            <Field
              key={name}
              label={t(label, { symbol: currencySymbol() })}
              hint={said}
              error={errors[name]?.message}
              {...(shows === long && { className: 'md:col-span-2' })}
            >
              {(props) => (
                <fieldset disabled={isFixed(name)} className="contents">
                  {shows(props, form, name)}
                </fieldset>
              )}
            </Field>
          )
        })}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isSubmitting} disabled={!isDirty && !setUp}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}

function valuesOf(settings: SiteSettings, asked: readonly Name[], photo: boolean): Values {
  const values = Object.fromEntries(asked.map((name) => [name, settings[name]]))
  return { ...values, ...(photo && { photo: settings.photo }), version: settings.version }
}
