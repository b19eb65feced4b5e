import { ShieldCheck } from 'lucide-react'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'

const TIPS = [words('Meet in a public place'), words('Inspect items before pickup'), words('Trust your instincts')]

export function SafetyTips() {
  return (
    <section aria-labelledby="safety" className="rounded-card bg-sunken p-4">
      <h2 id="safety" className="flex items-center gap-2 font-extrabold">
        <ShieldCheck size={20} aria-hidden className="text-primary" /> {t('Safety tips')}
      </h2>
      <ul className="mt-2 list-disc ps-6 text-sm">
        {TIPS.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
    </section>
  )
}
