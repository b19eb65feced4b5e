import { Info, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Checked } from '../../../src/modules/recalls/contract.ts'
import { call } from '../../lib/api.ts'

/** Typing goes on for so long, in milliseconds. */
const PAUSE_MS = 600
/** Shorter ones name nothing. */
const LEAST = 3

/** Advice about a thing while it is described; nothing while there is nothing to say. */
export function AdviceLine({ title, description }: { title: string; description: string }) {
  const [known, setKnown] = useState<Checked>()
  const isNamed = title.trim().length >= LEAST
  useEffect(() => {
    if (!isNamed) return
    let here = true
    const ask = setTimeout(() => {
      // It stands in no one's way while it can't be asked.
      call('POST /api/recalls/check', { body: { title, description } }).then(
        (checked) => here && setKnown(checked),
        () => undefined,
      )
    }, PAUSE_MS)
    return () => {
      here = false
      clearTimeout(ask)
    }
  }, [isNamed, title, description])
  const said = isNamed && (known?.banned ?? known?.advice)
  return (
    <div aria-live="polite">
      {said && (
        <p className="flex items-start gap-2 rounded-card bg-sunken p-3">
          {known?.banned ? (
            <TriangleAlert size={20} aria-hidden className="mt-0.5 shrink-0 text-danger" />
          ) : (
            <Info size={20} aria-hidden className="mt-0.5 shrink-0" />
          )}
          {said}
        </p>
      )}
    </div>
  )
}
