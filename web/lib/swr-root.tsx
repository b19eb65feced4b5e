import { type ReactNode, useEffect, useState } from 'react'
import { type Middleware, SWRConfig } from 'swr'
import { get } from './api.ts'
import { isPaintedWithPayment } from './left-payment.ts'

/** No state: whatever reads data would be rendered once more when it changes, the whole page at once. */
let isHydrated = false

/** Whether what is rendered now is no part of the painted page. */
export const hasHydrated = (): boolean => isHydrated

/** To be called by the page itself, which is hydrated last. */
export function useHydrated(): void {
  useEffect(() => {
    isHydrated = true
  }, [])
}

const freshWhilePainted: Middleware = (next) => (key, fetcher, config) =>
  next(key, fetcher, {
    ...config,
    revalidateIfStale: config.revalidateIfStale !== false && (isHydrated || isPaintedWithPayment),
  })

/**
 * Server state: keys are API paths, nothing is retried or polled. The data the server rendered with counts as fresh;
 * later pages show cached data and revalidate it.
 */
export function SwrRoot({ data, children }: { data: Record<string, unknown>; children: ReactNode }) {
  const [value] = useState({
    fallback: data,
    fetcher: get,
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    use: [freshWhilePainted],
  })
  return <SWRConfig value={value}>{children}</SWRConfig>
}
