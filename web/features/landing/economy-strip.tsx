import { platformFeeParts } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'

const metrics = () => [
  { figure: t('Free'), text: t('listing and selling') },
  { figure: platformFeeParts(), text: t('per item + processing fee + shipping') },
  { figure: '100%', text: t('of earnings go back to sellers as tokens') },
]

export function EconomyStrip() {
  return (
    <section aria-labelledby="economy" className="my-8 bg-petrol py-10 text-on-petrol md:py-14">
      <div className="page">
        <h2 id="economy" className="text-2xl font-extrabold">
          {t('Why Our Circular Economy Wins')}
        </h2>
        <dl className="mt-6 grid gap-8 md:grid-cols-[2fr_3fr_3fr] wide:grid-cols-3">
          {metrics().map(({ figure, text }) => (
            <div key={figure} className="flex flex-col-reverse justify-end border-s-2 border-lamp ps-4">
              <dt className="mt-1 text-lg">{text}</dt>
              <dd className="figures text-display font-extrabold whitespace-nowrap">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
