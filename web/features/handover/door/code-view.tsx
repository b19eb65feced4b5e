import type { HandoverCode } from '../../../../src/modules/handover/contract.ts'
import { CODE_SECONDS } from '../../../../src/modules/handover/constants.ts'
import { t } from '../../../lib/t.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

const QrPicture = lazyPart(
  () => import('./qr-picture.tsx'),
  () => undefined,
  <Skeleton className="size-full" />,
)

interface Props {
  code: HandoverCode
  /** Until the next one. */
  secondsLeft: number
  buyer: string
}

/** The code of these thirty seconds: to be scanned, or read out. */
export function CodeView({ code: { digits, url }, secondsLeft, buyer }: Props) {
  return (
    <div className="mx-auto mt-3 flex w-full max-w-72 flex-col items-center gap-3">
      <p
        className="figures text-display font-extrabold tracking-[0.12em]"
        aria-label={t('Code {digits}', { digits: [...digits].join(' ') })}
      >
        {digits.slice(0, 3)} {digits.slice(3)}
      </p>
      <div className="aspect-square w-full">
        <QrPicture text={url} label={t("QR code for {buyer}'s phone camera", { buyer })} />
      </div>
      <div className="w-full">
        <div aria-hidden className="h-1 overflow-hidden rounded-full bg-surface">
          <div
            className="h-full origin-left rounded-full bg-primary transition-transform duration-1000 ease-linear"
            style={{ transform: `scaleX(${Math.max(0, Math.min(1, secondsLeft / CODE_SECONDS))})` }}
          />
        </div>
        <p role="timer" className="figures mt-1 text-center text-sm text-muted">
          {t('New in {seconds} s', { seconds: secondsLeft })}
        </p>
        <p className="mt-2 text-center text-sm text-muted">
          {t("No reception? {buyer}'s phone saves the answer and sends it later.", { buyer })}
        </p>
      </div>
    </div>
  )
}
