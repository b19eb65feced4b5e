import { useEffect, useState } from 'react'
import { CODE_SECONDS } from '../../../../src/modules/handover/constants.ts'
import type { HandoverCode } from '../../../../src/modules/handover/contract.ts'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useWakeLock } from '../../../lib/browser/use-wake-lock.ts'
import { useApi } from '../../../lib/use-api.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CodeView } from './code-view.tsx'

/** Seconds until the next question where this device's clock can't tell when the next code comes. */
const BLIND_SECONDS = 5

/** The code at the seller's door, as long as it is on screen. */
export function DoorCode({ purchaseId, buyer }: { purchaseId: string; buyer: string }) {
  const { data, error, mutate } = useApi(path('/api/purchases/:id/code', { params: { id: purchaseId } }), POLLED)
  useWakeLock()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (data) return <CodeView code={data} secondsLeft={secondsUntil(data.changesAt, now)} buyer={buyer} />
  if (error === undefined) return <Skeleton className="mx-auto mt-3 aspect-square w-full max-w-72" />
  return <LoadError title={t('The code could not be loaded')} error={error} onRetry={() => void mutate()} />
}

const secondsUntil = (time: string, now: number) => Math.max(0, Math.ceil((Date.parse(time) - now) / 1000))

/** The same one at each render: another one would begin to wait anew each second, and never end. */
const POLLED = { refreshInterval: (code?: HandoverCode) => untilNext(code) * 1000 }

function untilNext(code: HandoverCode | undefined): number {
  const left = code ? secondsUntil(code.changesAt, Date.now()) : 0
  return left > 0 && left <= CODE_SECONDS ? left : BLIND_SECONDS
}
