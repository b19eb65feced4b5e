import { clsx } from 'clsx'
import { Link } from '../../lib/navigation.tsx'
import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { formatExact, formatSigned } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { formatDateTime } from '../../lib/time.ts'
import { EntryIcon } from './entry-icon.tsx'

interface Props {
  entry: TokenTransaction
  /** Things that were bought with it in one order; 1 of anything else. */
  things: number
}

export function StatementRow({ entry, things }: Props) {
  const debit = entry.type === 'purchase_item'
  const amount = formatSigned(Number(entry.amount) * (debit ? -1 : 1))
  return (
    <tr className="border-t border-line align-top">
      <td className="px-3 py-3">
        <div className="flex gap-3">
          <EntryIcon type={entry.type} />
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              {entry.relatedItemId ? (
                <Link to={`/item/${entry.relatedItemId}`} className="rounded-input hover:underline">
                  {entry.text}
                </Link>
              ) : (
                entry.text
              )}
            </p>
            <p className="text-sm text-muted">
              <time dateTime={entry.createdAt}>{formatDateTime(entry.createdAt)}</time>
            </p>
            {Number(entry.platformFee) > 0 && (
              <p className="text-sm text-muted">
                {things > 1
                  ? t('Fee: {fee}, once for the {things} things of this order', {
                      fee: formatMoney(entry.platformFee, entry.currency),
                      things,
                    })
                  : t('Fee: {fee}', { fee: formatMoney(entry.platformFee, entry.currency) })}
              </p>
            )}
            {Number(entry.platformFee) === 0 && things > 1 && (
              <p className="text-sm text-muted">{t('One of {things} things in one order', { things })}</p>
            )}
          </div>
        </div>
      </td>
      <td className="figures px-3 py-3 text-end whitespace-nowrap">
        <span className={clsx('font-extrabold', !debit && 'text-save')}>{amount}</span>
        <span className="block text-sm text-muted sm:hidden">
          <span className="sr-only">{t('Balance:')} </span>
          {formatExact(entry.balanceAfter)}
        </span>
      </td>
      <td className="figures px-3 py-3 text-end whitespace-nowrap text-muted max-sm:hidden">
        {formatExact(entry.balanceAfter)}
      </td>
    </tr>
  )
}
