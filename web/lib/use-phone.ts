import { useEffect, useState } from 'react'

/** Whether a thumb holds this; only the browser knows, so it is false while the server paints. */
export function usePhone(): boolean {
  const [phone, setPhone] = useState(false)
  useEffect(() => setPhone(window.matchMedia('(pointer: coarse)').matches), [])
  return phone
}
