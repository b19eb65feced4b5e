import { type ReactNode, useEffect, useState } from 'react'
import { SWRConfig } from 'swr'
import { get } from './api.ts'
import { isPaintedWithPayment } from './left-payment.ts'

/**
 * Server state: keys are API paths, nothing is retried or polled. The data the server rendered with counts as fresh;
 * later pages show cached data and revalidate it.
 */
export function SwrRoot({ data, children }: { data: Record<string, unknown>; children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <SWRConfig
      value={{
        fallback: data,
        fetcher: get,
        shouldRetryOnError: false,
        revalidateOnFocus: false,
        revalidateOnReconnect: false,
        revalidateIfStale: hydrated || isPaintedWithPayment,
      }}
    >
      {children}
    </SWRConfig>
  )
}
