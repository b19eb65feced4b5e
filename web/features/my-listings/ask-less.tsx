import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { countTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'

/** One tap to a lower price, for what has stood for a month. */
export function AskLess({ listing, price }: { listing: Listing; price: string }) {
  const lower = useAction(() => ask(listing.id, price, listing.tokenPrice))
  return (
    <div className="flex flex-col gap-2 rounded-input bg-lamp-soft p-3">
      <p className="text-lamp-text">{t("It's been up for a month. A lower price may find it a home sooner.")}</p>
      <Button variant="quiet" wide pending={lower.pending} onClick={() => void lower.run()}>
        {t('Ask {price}', { price: countTokens(price) })}
      </Button>
    </div>
  )
}

/** @param before offered to go back to */
async function ask(id: string, tokenPrice: string, before?: string): Promise<void> {
  try {
    await call('PATCH /api/items/:id', { params: { id }, body: { tokenPrice } })
    toast({
      title: t('It costs {price} now', { price: countTokens(tokenPrice) }),
      ...(before !== undefined && { action: { label: t('Undo'), onSelect: () => void ask(id, before) } }),
    })
  } catch (error) {
    toast({
      title: t('Error'),
      description: messageFrom(error, t('The price could not be changed.')),
      tone: 'danger',
    })
  }
  await refresh('/api/items')
}
