import { Link } from '../../lib/navigation.tsx'
import type { User } from '../../../src/modules/identity/contract.ts'
import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { path } from '../../lib/api.ts'
import { formatExact } from '../../lib/format.ts'
import { useAsOf } from '../../lib/offline/freshness.ts'
import { rich, t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { momentOf } from '../../lib/time.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { BalanceLine } from './balance-line.tsx'

/** The balance, large, and beside it what open purchases hold and open sales will bring. */
export function Balance({ member, entries }: { member: User; entries: TokenTransaction[] | undefined }) {
  const asOf = useAsOf(path('/api/auth/user'))
  const onTheWay = useApi(path('/api/trades/open')).data?.tokensOnTheirWay ?? '0.00'
  const held = Number(member.tokensInEscrow) > 0
  return (
    <section
      aria-label={t('Balance')}
      className="grid items-end gap-6 rounded-sheet border border-line bg-surface p-5 shadow-1 md:grid-cols-[auto_1fr] md:gap-x-12 md:p-8 wide:grid-cols-[auto_1fr_auto_auto]"
    >
      <div className="md:max-wide:row-span-2 md:max-wide:self-center">
        <h2 className="font-semibold text-muted">
          {asOf === undefined ? t('Current balance') : t('Balance as of {moment}', { moment: momentOf(asOf) })}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <span aria-hidden className="grid size-12 place-items-center rounded-full bg-lamp text-on-lamp md:size-16">
            <CoinGlyph size={36} />
          </span>
          <span className="figures text-figure font-extrabold">{formatExact(member.tokens)}</span>
        </p>
      </div>
      <div className="md:border-s md:border-line md:ps-8">
        <h2 className="font-semibold text-muted">{t('In escrow')}</h2>
        <p className="figures mt-1 text-2xl font-extrabold">{formatExact(member.tokensInEscrow)}</p>
        <p className="text-sm text-muted">
          {held
            ? rich('Held for your <link>open purchases</link> until you confirm delivery', {
                link: (text) => (
                  <Link to="/purchases" className="link">
                    {text}
                  </Link>
                ),
              })
            : t('Nothing is waiting for delivery')}
        </p>
      </div>
      {Number(onTheWay) > 0 && (
        <div className="md:border-s md:border-line md:ps-8">
          <h2 className="font-semibold text-muted">{t('On their way to you')}</h2>
          <p className="figures mt-1 text-2xl font-extrabold">{formatExact(onTheWay)}</p>
          <p className="text-sm text-muted">
            {rich('From <link>your sales</link>, once they are confirmed', {
              link: (text) => (
                <Link to="/purchases?tab=sold" className="link">
                  {text}
                </Link>
              ),
            })}
          </p>
        </div>
      )}
      {entries && <BalanceLine entries={entries} />}
    </section>
  )
}
