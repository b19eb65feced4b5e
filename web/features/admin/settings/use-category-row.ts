import type { CategoryPrice } from '../../../../src/modules/catalog/contract.ts'
import { callUndoable, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { setAnswer } from '../../../lib/use-api.ts'
import { useTyped } from '../../../lib/use-typed.ts'
import { useAction } from '../../../lib/use-action.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { categoryLabel } from '../../listing/labels.ts'
import { undoing } from '../../safety/offer-undo.ts'
import { parseRetailPrice, parseTokenPrice } from './price-input.ts'

const PRICES = path('/api/admin/category-prices')

interface Hooks {
  /** The button that was pressed is gone by then. */
  onSaved: () => void
  /** The row is gone by then. */
  onDeleted: () => void
}

/** State and actions of a row of the price list. Only valid, changed values are sent. */
export function useCategoryRow(price: CategoryPrice, { onSaved, onDeleted }: Hooks) {
  const { category } = price
  const [tokens, setTokens] = useTyped(String(price.tokenPrice))
  const [retail, setRetail] = useTyped(price.retailPrice)
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
      const { answer, act } = await callUndoable('PATCH /api/admin/category-prices/:category', {
        params: { category },
        body: change,
      })
      await setAnswer(PRICES, (all) => all?.map((one) => (one.category === category ? answer : one)))
      toast({ title: t('Updated!'), description: t('Category prices have been updated.'), ...undoing([act]) })
    } catch (error) {
      toast({ title: t('Update Failed'), description: t('Failed to update price'), tone: 'danger' })
      throw error
    }
    onSaved()
  })
  const remove = useAction(async () => {
    if (
      !window.confirm(
        t('Delete the category "{category}"? Its listings stay, under its name.', {
          category: categoryLabel(category),
        }),
      )
    )
      return
    try {
      const { act } = await callUndoable('DELETE /api/admin/category-prices/:category', { params: { category } })
      toast({ title: t('Success!'), description: t('Category deleted successfully'), ...undoing([act]) })
    } catch (error) {
      toast({ title: t('Delete Failed'), description: t('Failed to delete category'), tone: 'danger' })
      throw error
    }
    await setAnswer(PRICES, (all) => all?.filter((one) => one.category !== category))
    onDeleted()
  })
  return {
    tokens: { value: tokens, onChange: setTokens, wrong: tokenPrice === undefined },
    retail: { value: retail, onChange: setRetail, wrong: retailPrice === undefined },
    differs: tokensDiffer || retailDiffers,
    sendable: Object.keys(change).length > 0,
    save,
    remove,
  }
}
