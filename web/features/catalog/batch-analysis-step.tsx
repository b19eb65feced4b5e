import { Analyzing } from './analyzing.tsx'

export function BatchAnalysisStep({ progress, photo }: { progress: number; photo: string | undefined }) {
  return (
    <div>
      <Analyzing photo={photo} />
      <div
        role="progressbar"
        aria-label="Analysis"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        className="mt-4 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full origin-left bg-primary transition-transform duration-500"
          style={{ transform: `scaleX(${progress / 100})` }}
        />
      </div>
      <p className="mt-2 text-sm text-muted">This takes 2 to 3 minutes. Please keep this page open.</p>
    </div>
  )
}
