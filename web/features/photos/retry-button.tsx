import { RotateCw } from 'lucide-react'

/** Covers a photo whose upload failed. */
export function RetryButton({ position, onClick }: { position: number; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Not sent: send photo ${position} again`}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-2 rounded-full bg-danger px-4 text-sm font-semibold text-on-danger"
    >
      <RotateCw size={16} aria-hidden /> Not sent
    </button>
  )
}
