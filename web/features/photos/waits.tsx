import { CloudUpload } from 'lucide-react'
import { rich } from '../../lib/t.ts'

/** Covers a photo that is sent by itself once the connection is back. */
export function Waits() {
  return (
    <p className="inline-flex items-center gap-1.5 rounded-full bg-lamp px-3 py-1 text-sm font-semibold text-on-lamp">
      <CloudUpload size={16} aria-hidden />
      {rich('Waits <more>for the connection</more>', { more: (text) => <span className="sr-only">{text}</span> })}
    </p>
  )
}
