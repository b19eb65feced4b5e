import type { ReactNode } from 'react'
import { t } from '../../lib/t.ts'

interface Props {
  /** The side that reported it, as the start of a sentence. */
  by: string
  /** The lines that it is about, of several. */
  about?: string | undefined
  reason: string | null
  /** The next step. */
  children: ReactNode
}

/** A reported problem in the buyer's own words. */
export function Reported({ by, about, reason, children }: Props) {
  return (
    <div className="mt-2 wrap-anywhere">
      <p className="whitespace-pre-line">
        <strong className="font-semibold">
          {about ? t('{by} reported, about {about}:', { by, about }) : t('{by} reported:', { by })}
        </strong>{' '}
        <bdi>{reason}</bdi>
      </p>
      <p className="mt-1">{children}</p>
    </div>
  )
}
