import { CircleCheck, CloudOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import { CODE_DIGITS } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { isConnectionAway } from '../../../lib/offline/connection.ts'
import { countTokens } from '../../../lib/format.ts'
import { t } from '../../../lib/t.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { isAwaited } from '../../purchases/order.ts'
import { useWaitingConfirmation } from '../../purchases/use-waiting-confirmation.ts'
import { DoorQuestion } from './door-question.tsx'
import { Thanking } from '../thanks/thanking.tsx'
import { tradePage } from '../trade/trade-page.ts'
import { handOver } from '../trade/use-trade.ts'
import { otherName } from '../trade/words.ts'

/** The page that a phone opens after reading the seller's code: one question, and the things are the buyer's. */
export function Door({ trade, code }: { trade: Trade; code: string | null }) {
  const [taken, setTaken] = useState<string[]>()
  const { waits, keep } = useWaitingConfirmation(trade.purchaseId)
  const seller = otherName(trade)
  if (trade.side !== 'buyer') {
    return (
      <Plain title={t('This code is for the buyer')} to={tradePage(trade)} link={t('Back to the trade')}>
        {trade.side === 'seller'
          ? t('Let {name} scan it. Only they can confirm.', { name: otherName(trade) })
          : t('Only the neighbour who has paid can confirm.')}
      </Plain>
    )
  }
  if (taken) return <Yours trade={trade} taken={taken} />
  if (waits) {
    return (
      <Plain icon={CloudOff} title={t('Waiting for reception')} to={tradePage(trade)} link={t('Go to your purchase')}>
        {t(
          "We've saved your confirmation on this phone and will send it as soon as you have reception. Leave this page open, or open it again later. {seller} sees it then.",
          { seller },
        )}
      </Plain>
    )
  }
  const open = trade.lines.filter(isAwaited)
  if (open.length === 0) {
    const yours = trade.lines.some(({ state }) => state === 'delivered')
    return yours ? (
      <Yours trade={trade} taken={[]} />
    ) : (
      <Plain title={t('Nothing to hand over')} to={tradePage(trade)} link={t('Go to your purchase')}>
        {trade.stage === 'to_pay' ? t("It hasn't been paid for yet.") : t('This purchase was called off.')}
      </Plain>
    )
  }
  return (
    <DoorQuestion
      seller={seller}
      lines={open}
      code={code?.length === CODE_DIGITS ? code : null}
      onTake={async (itemIds, digits) => {
        try {
          await handOver(trade.purchaseId, digits, itemIds)
          setTaken(itemIds)
        } catch (error) {
          if (!isConnectionAway(error) || !(await keep(itemIds, digits))) throw error
        }
      }}
    />
  )
}

/** It is done: what went where, and a word of thanks if one likes. */
function Yours({ trade, taken }: { trade: Trade; taken: string[] }) {
  const seller = otherName(trade)
  const lines = trade.lines.filter(({ id, state }) =>
    taken.length > 0 ? taken.includes(id ?? '') : state === 'delivered',
  )
  const tokens = countTokens(addTokens(...lines.map(({ tokenPrice }) => tokenPrice)))
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col items-center gap-4 px-4 py-8 text-center">
      <CircleCheck size={72} aria-hidden className="animate-pop fill-save text-bg" />
      <PageHeading className="text-display font-extrabold">
        {lines.length === 1 ? t('It is yours') : t('They are yours')}
      </PageHeading>
      <p role="status" className="text-lg">
        {t('{tokens} went to {seller}.', { tokens, seller })}
      </p>
      <div className="w-full text-start">
        <Thanking trade={trade} />
      </div>
      <Link to={tradePage(trade)} className={buttonClass({ variant: 'quiet', size: 'lg', wide: true })}>
        {t('Done')}
      </Link>
    </div>
  )
}

interface PlainProps {
  icon?: LucideIcon
  title: string
  children: ReactNode
  to: string
  link: string
}

/** A few plain words, and the way on. */
export function Plain({ icon: Icon, title, children, to, link }: PlainProps) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col items-center gap-4 px-4 py-12 text-center">
      {Icon && <Icon size={56} aria-hidden className="text-muted" />}
      <PageHeading className="text-2xl font-extrabold">{title}</PageHeading>
      <p role="status" className="text-lg">
        {children}
      </p>
      <Link to={to} className={buttonClass({ size: 'lg', wide: true })}>
        {link}
      </Link>
    </div>
  )
}
