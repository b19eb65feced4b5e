import { CloudUpload } from 'lucide-react'

/** Covers a photo that is sent by itself once the connection is back. */
export function Waits() {
  return (
    <p className="inline-flex items-center gap-1.5 rounded-full bg-lamp px-3 py-1 text-sm font-semibold text-on-lamp">
      <CloudUpload size={16} aria-hidden /> Waits
      <span className="sr-only">for the connection</span>
    </p>
  )
}
