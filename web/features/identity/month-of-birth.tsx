import type { Ref } from 'react'
import { t } from '../../lib/t.ts'
import { nameOfMonth } from '../../lib/time.ts'
import { useInBrowser } from '../../lib/browser/use-in-browser.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/inputs.tsx'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
const GROWN_UP_YEARS = 18

/** As the reader's browser has it; while it takes over a page from the server, none: on New Year's Eve the two may differ. */
export function useThisMonth(): Date | undefined {
  const month = useInBrowser(() => new Date().toISOString().slice(0, 7))
  return month === undefined ? undefined : new Date(`${month}-15T12:00:00Z`)
}

export const NO_MONTH = { month: '', year: '' }

interface Props {
  /** Two digits and four; empty where nothing is chosen. */
  value: typeof NO_MONTH
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
  onChange: (value: typeof NO_MONTH) => void
}

/** The month in which a child was born. */
export function MonthOfBirth({ value, error, ref, onChange }: Props) {
  const now = useThisMonth()
  return (
    <>
      <Field label={t('Month of birth')} error={error} className="min-w-[min(10rem,100%)] flex-1">
        {(control) => (
          <Select
            {...control}
            ref={ref}
            value={value.month}
            onChange={({ target }) => onChange({ ...value, month: target.value })}
          >
            <option value="">{t('Month')}</option>
            {MONTHS.map((one) => (
              <option key={one} value={one}>
                {nameOfMonth(`2000-${one}-15T12:00:00Z`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Year')} className="w-28">
        {(control) => (
          <Select {...control} value={value.year} onChange={({ target }) => onChange({ ...value, year: target.value })}>
            <option value="">{t('Year')}</option>
            {now &&
              Array.from({ length: GROWN_UP_YEARS + 1 }, (_, ago) => String(now.getUTCFullYear() - ago)).map((one) => (
                <option key={one}>{one}</option>
              ))}
          </Select>
        )}
      </Field>
    </>
  )
}
