import { useState } from 'react'
import type { CategoryPrice } from '../../../../src/modules/catalog/contract.ts'
import { call, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { setAnswer } from '../../../lib/use-api.ts'
import { useAction } from '../../../lib/use-action.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { categoryLabel } from '../../listing/labels.ts'
import { parseRetailPrice, parseTokenPrice } from './price-input.ts'

const PRICES = path('/api/admin/category-prices')

interface Hooks {
  onSaved: () => void
  onDeleted: () => void
}

/** State and actions of a row of the price list. Only valid, changed values are sent. */
export function useCategoryRow(price: CategoryPrice, { onSaved, onDeleted }: Hooks) {
  const { category } = price
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
      const saved = await call('PATCH /api/admin/category-prices/:category', { params: { category }, body: change })
      await setAnswer(PRICES, (all) => all?.map((one) => (one.category === category ? saved : one)))
    } catch (error) {
      toast({ title: t('Update Failed'), description: t('Failed to update price'), tone: 'danger' })
      throw error
    }
    toast({ title: t('Updated!'), description: t('Category prices have been updated.') })
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
      await call('DELETE /api/admin/category-prices/:category', { params: { category } })
    } catch (error) {
      toast({ title: t('Delete Failed'), description: t('Failed to delete category'), tone: 'danger' })
      throw error
    }
    toast({ title: t('Success!'), description: t('Category deleted successfully') })
    onDeleted()
    await setAnswer(PRICES, (all) => all?.filter((one) => one.category !== category))
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
