import { words } from '../../../src/platform/language/words.ts'
import { formatOneDecimal } from '../../lib/format.ts'
import { isMetric } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { Illustration, type IllustrationName } from '../../ui/illustration.tsx'

interface Benefit {
  picture: IllustrationName
  title: string
  text: string
  /** The same, where weights are in kilograms. */
  metric?: string
  tint: string
}

/** The 10 lbs that one trade saves, rounded. */
const KG_SAVED = 4.5

const BENEFITS: Benefit[] = [
  {
    picture: 'coin',
    title: words('Earn-Only Tokens'),
    text: words('Tokens are never bought with money. You start with 10 and earn more by passing things on.'),
    tint: 'bg-lamp-soft',
  },
  {
    picture: 'trophy',
    title: words('Gamified Rewards'),
    text: words(
      '5 for your first listing, 5 for your first sale, 10 for listing and selling in one month, up to 3 for each month of a streak.',
    ),
    tint: 'bg-primary-soft',
  },
  {
    picture: 'earth',
    title: words('Massive Carbon Savings'),
    text: words('Local delivery uses 95% less fuel, and one local trade saves about 10 lbs CO2.'),
    metric: words('Local delivery uses 95% less fuel, and one local trade saves about {weight} kg CO2.'),
    tint: 'bg-save-soft',
  },
  {
    picture: 'recycle',
    title: words('Landfill Diversion'),
    text: words('Whatever finds its next family stays out of landfill. We count every pound.'),
    metric: words('Whatever finds its next family stays out of landfill. We count every kilogram.'),
    tint: 'bg-sunken',
  },
]

export function Benefits() {
  return (
    <section aria-label={t('Benefits')} className="page grid gap-3 py-6 sm:grid-cols-2 md:gap-5 xl:grid-cols-4">
      {BENEFITS.map(({ picture, title, text, metric, tint }) => (
        <div key={title} className={`flex items-start gap-4 rounded-card p-5 xl:flex-col xl:gap-3 ${tint}`}>
          <Illustration name={picture} size={64} />
          <div>
            <h2 className="text-lg font-extrabold">{t(title)}</h2>
            <p className="mt-1">
              {isMetric() && metric !== undefined ? t(metric, { weight: formatOneDecimal(KG_SAVED) }) : t(text)}
            </p>
          </div>
        </div>
      ))}
    </section>
  )
}
