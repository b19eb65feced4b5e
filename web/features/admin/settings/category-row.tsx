import { Trash2 } from 'lucide-react'
import { type SyntheticEvent, useRef } from 'react'
import type { CategoryPrice } from '../../../../src/modules/catalog/contract.ts'
import { moveFocus } from '../../../lib/browser/focus.ts'
import { currencySymbol } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { categoryLabel } from '../../listing/labels.ts'
import { PriceField } from './price-field.tsx'
import { useCategoryRow } from './use-category-row.ts'

/** The server refuses to delete this one. */
const UNDELETABLE = 'other'
const TOKEN_RULE = { min: 1, max: 100, step: 1 }
const RETAIL_RULE = { min: 0, max: 10000, step: 0.01 }

export function CategoryRow({ price, onDeleted }: { price: CategoryPrice; onDeleted: () => void }) {
  const tokenInput = useRef<HTMLInputElement>(null)
  const { tokens, retail, differs, sendable, save, remove } = useCategoryRow(price, {
    onSaved: () => moveFocus(tokenInput.current),
    onDeleted,
  })
  const label = categoryLabel(price.category)
  const error = save.error ?? remove.error
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (sendable) void save.run()
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={label}
      className="grid grid-cols-2 items-center gap-x-3 gap-y-2 px-4 py-3 md:grid-cols-[1fr_7rem_9rem_10rem]"
    >
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{label}</span>
        <span className="text-sm text-muted">{price.category}</span>
      </p>
      <PriceField ref={tokenInput} label={t('Tokens')} category={label} rule={TOKEN_RULE} {...tokens} />
      <PriceField
        label={t('Retail price ({symbol})', { symbol: currencySymbol() })}
        category={label}
        rule={RETAIL_RULE}
        {...retail}
      />
      <p className="flex justify-end gap-2 max-md:col-start-2 max-md:row-start-1">
        {differs && (
          <Button type="submit" pending={save.pending} disabled={!sendable}>
            {t('Save')}
          </Button>
        )}
        {price.category !== UNDELETABLE && (
          <Button
            variant="plain"
            size="icon"
            aria-label={t('Delete {label}', { label })}
            pending={remove.pending}
            onClick={() => void remove.run()}
          >
            {!remove.pending && <Trash2 size={20} aria-hidden />}
          </Button>
        )}
      </p>
      <FormError error={error} className="col-span-full" />
    </form>
  )
}
