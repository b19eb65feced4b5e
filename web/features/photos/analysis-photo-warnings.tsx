import { TriangleAlert } from 'lucide-react'
import type { PhotoWarning } from '../../../src/modules/catalog/analysis/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { path } from '../../lib/api.ts'
import { listOf } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'

const WORDS: Record<PhotoWarning, string> = {
  dark: words('dark'),
  blurred: words('blurred'),
  tiny: words('small'),
}

/** Quality warnings about an uploaded photo, while it can still be replaced. */
export function PhotoWarnings({ url }: { url: string }) {
  const { data } = useApi(path('/api/ai/photo-warnings', { query: { photoUrl: url } }), { revalidateIfStale: false })
  if (!data) return null
  const told = [
    data.again && t('Another item of yours shows this photo already.'),
    data.warnings.length > 0 &&
      t('Very {flaws}: another photo may show more.', {
        flaws: listOf(data.warnings.map((warning) => t(WORDS[warning]))),
      }),
  ].filter((line) => line !== false)
  return told.map((line) => (
    <p key={line} className="flex items-start gap-1.5 bg-lamp-soft px-3 py-2 text-sm text-lamp-text">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" /> {line}
    </p>
  ))
}
