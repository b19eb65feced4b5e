import { Plus } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { callUndoable, fieldError } from '../../../lib/api.ts'
import { moveFocus } from '../../../lib/browser/focus.ts'
import { currencySymbol } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { refresh } from '../../../lib/use-api.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { undoing } from '../../safety/offer-undo.ts'
import { toCategoryName } from './price-input.ts'

const NEW = { name: '', tokens: '3', retail: '25' }

export function AddCategory() {
  const nameInput = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState(NEW)
  const category = toCategoryName(fields.name)
  const incomplete =
    category === '' || !(Number(fields.tokens) >= 1) || fields.retail.trim() === '' || !(Number(fields.retail) >= 0)

  const { run, pending, error } = useAction(async () => {
    const pressed = document.activeElement
    try {
      const { act } = await callUndoable('POST /api/admin/category-prices', {
        body: { category, tokenPrice: Number(fields.tokens), retailPrice: fields.retail.trim() },
      })
      toast({ title: t('Success!'), description: t('Category created successfully'), ...undoing([act]) })
    } catch (failure) {
      toast({ title: t('Create Failed'), description: t('Failed to create category'), tone: 'danger' })
      throw failure
    }
    setFields(NEW)
    moveFocus(nameInput.current, pressed)
    await refresh('/api/admin/category-prices')
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!incomplete) void run()
  }
  const change = (name: keyof typeof NEW) => (event: { target: { value: string } }) =>
    setFields((current) => ({ ...current, [name]: event.target.value }))

  const wrong = {
    name: fieldError(error, 'category'),
    tokens: fieldError(error, 'tokenPrice'),
    retail: fieldError(error, 'retailPrice'),
  }
  const elsewhere = wrong.name || wrong.tokens || wrong.retail ? undefined : error
  return (
    <form onSubmit={submit} noValidate className="border-t border-line p-4">
      <h3 className="mb-3 font-extrabold">{t('Add a category')}</h3>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_7rem_9rem]">
        <Field
          label={t('Name')}
          hint={category && category !== fields.name ? t('Saved as {category}', { category }) : undefined}
          error={wrong.name && t('Letters, digits and spaces only')}
        >
          {(control) => <TextInput {...control} ref={nameInput} value={fields.name} onChange={change('name')} />}
        </Field>
        <Field label={t('Tokens')} error={wrong.tokens}>
          {(control) => (
            <TextInput {...control} type="number" min={1} max={100} value={fields.tokens} onChange={change('tokens')} />
          )}
        </Field>
        <Field label={t('Retail price ({symbol})', { symbol: currencySymbol() })} error={wrong.retail}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              min={0}
              max={10000}
              step={0.01}
              value={fields.retail}
              onChange={change('retail')}
            />
          )}
        </Field>
      </div>
      <FormError error={elsewhere} />
      <Button type="submit" variant="quiet" pending={pending} disabled={incomplete} className="mt-3">
        {!pending && <Plus size={18} aria-hidden />}
        {t('Create Category')}
      </Button>
    </form>
  )
}
