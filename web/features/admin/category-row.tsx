import { Trash2 } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { mutate } from 'swr'
import type { CategoryPrice } from '../../../src/modules/catalog/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { categoryLabel } from '../catalog/labels.ts'
import { PRICES_KEY } from '../catalog/use-categories.ts'
import { deleteCategory, updatePrice } from './api.ts'
import { parseRetailPrice, parseTokenPrice } from './price-input.ts'
import { PriceField } from './price-field.tsx'

/** Listings of a category that is gone fall back to this one, so it stays. */
const KEPT = 'other'

interface Props {
  price: CategoryPrice
  onDeleted: () => void
}

export function CategoryRow({ price, onDeleted }: Props) {
  const { category } = price
  const label = categoryLabel(category)
  const tokenInput = useRef<HTMLInputElement>(null)
  const [tokens, setTokens] = useState(String(price.tokenPrice))
  const [retail, setRetail] = useState(price.retailPrice)

  const tokenPrice = parseTokenPrice(tokens)
  const retailPrice = parseRetailPrice(retail)
  const tokensDiffer = tokenPrice !== price.tokenPrice
  const retailDiffers = retailPrice === undefined || Number(retailPrice) !== Number(price.retailPrice)
  const change = {
    ...(tokensDiffer && tokenPrice !== undefined && { tokenPrice }),
    ...(retailDiffers && retailPrice !== undefined && { retailPrice }),
  }

  const save = useAction(async () => {
    try {
      const saved = await updatePrice(category, change)
      await mutate<CategoryPrice[]>(PRICES_KEY, (all) => all?.map((one) => (one.category === category ? saved : one)))
    } catch (error) {
      toast({ title: 'Update Failed', description: 'Failed to update price', tone: 'danger' })
      throw error
    }
    toast({ title: 'Updated!', description: 'Category prices have been updated.' })
    tokenInput.current?.focus()
  })
  const remove = useAction(async () => {
    if (!window.confirm(`Delete the category "${label}"? Its listings stay, under its name.`)) return
    try {
      await deleteCategory(category)
    } catch (error) {
      toast({ title: 'Delete Failed', description: 'Failed to delete category', tone: 'danger' })
      throw error
    }
    toast({ title: 'Success!', description: 'Category deleted successfully' })
    onDeleted()
    await mutate<CategoryPrice[]>(PRICES_KEY, (all) => all?.filter((one) => one.category !== category))
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (Object.keys(change).length > 0) void save.run()
  }
  const error = save.error ?? remove.error
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={label}
      className="grid grid-cols-2 items-center gap-x-3 gap-y-2 px-4 py-3 md:grid-cols-[1fr_7rem_9rem_10rem]"
    >
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{label}</span> <span className="text-sm text-muted">{category}</span>
      </p>
      <PriceField
        ref={tokenInput}
        label="Tokens"
        category={label}
        rule={{ min: 1, max: 100, step: 1 }}
        value={tokens}
        onChange={setTokens}
        wrong={tokenPrice === undefined}
      />
      <PriceField
        label="Retail price ($)"
        category={label}
        rule={{ min: 0, max: 10000, step: 0.01 }}
        value={retail}
        onChange={setRetail}
        wrong={retailPrice === undefined}
      />
      <p className="flex justify-end gap-2 max-md:col-start-2 max-md:row-start-1">
        {(tokensDiffer || retailDiffers) && (
          <Button type="submit" pending={save.pending} disabled={Object.keys(change).length === 0}>
            Save
          </Button>
        )}
        {category !== KEPT && (
          <Button
            variant="plain"
            size="icon"
            aria-label={`Delete ${label}`}
            pending={remove.pending}
            onClick={() => void remove.run()}
          >
            {!remove.pending && <Trash2 size={20} aria-hidden />}
          </Button>
        )}
      </p>
      {error !== undefined && (
        <div role="alert" className="col-span-full">
          <FieldError>{messageFrom(error, 'Please check your connection and try again.')}</FieldError>
        </div>
      )}
    </form>
  )
}
