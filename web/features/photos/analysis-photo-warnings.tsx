import { TriangleAlert } from 'lucide-react'
import type { PhotoWarning } from '../../../src/modules/catalog/analysis/contract.ts'
import { path } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'

const WORDS: Record<PhotoWarning, string> = { dark: 'dark', blurred: 'blurred', tiny: 'small' }

/** Quality warnings about an uploaded photo, while it can still be replaced. */
export function PhotoWarnings({ url }: { url: string }) {
  const { data } = useApi(path('/api/ai/photo-warnings', { query: { photoUrl: url } }), { revalidateIfStale: false })
  if (!data || data.warnings.length === 0) return null
  return (
    <p className="flex items-start gap-1.5 bg-lamp-soft px-3 py-2 text-sm text-lamp-text">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      Very {data.warnings.map((warning) => WORDS[warning]).join(' and ')}: another photo may show more.
    </p>
  )
}
