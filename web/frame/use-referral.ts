import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

const KEY = 'referralCode'

/** Remembers `?ref=CODE` of any page until sign-up. */
export function useReferral(): void {
  const [query] = useSearchParams()
  const code = query.get('ref')
  useEffect(() => {
    if (code) localStorage.setItem(KEY, code)
  }, [code])
}

export const rememberedReferral = (): string | undefined => localStorage.getItem(KEY) ?? undefined
export const forgetReferral = (): void => localStorage.removeItem(KEY)
