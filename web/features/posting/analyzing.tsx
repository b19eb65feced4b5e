import { t } from '../../lib/t.ts'

/** The photo with a slow sweep of light, and how long it takes. */
export function Analyzing({ photo }: { photo: string | undefined }) {
  return (
    <div role="status" className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
      <span className="relative block w-32 shrink-0 overflow-hidden rounded-input bg-sunken">
        {photo && <img src={photo} alt="" className="aspect-[4/3] w-full object-cover" />}
        <span
          aria-hidden
          className="absolute inset-0 animate-sweep bg-linear-to-r from-transparent via-[#ffe2ad]/70 to-transparent"
        />
      </span>
      <p>
        <span className="block font-semibold">{t('Looking at your photos…')}</span>
        <span className="text-sm text-muted">
          {t('Working out what it is, its condition and a fair price. Usually a few seconds.')}
        </span>
      </p>
    </div>
  )
}
