import { type ReactNode, useEffect, useState } from 'react'
import { SWRConfig } from 'swr'
import { get } from './api.ts'

/**
 * Server state: keys are API paths, nothing is retried or polled. What the server painted the page with is taken as
 * fresh; later pages show what is known and read it anew.
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
        revalidateIfStale: hydrated,
      }}
    >
      {children}
    </SWRConfig>
  )
}
