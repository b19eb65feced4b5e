import { Sparkles } from 'lucide-react'
import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { type Analysis, SURE } from '../../../src/modules/catalog/analysis/contract.ts'
import { weight } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'

interface Props {
  analysis: Analysis
  /** The listing's price; another price that was suggested is not what anybody pays. */
  price: number
}

/** The analyser's findings, and why; the member decides. */
export function AnalysisCard({ analysis, price }: Props) {
  const { brand, product, condition, estimatedWeightLbs, suggestedPrice } = analysis
  return (
    <section aria-labelledby="analysis" className="rounded-card border border-line bg-primary-soft p-4 md:p-5">
      <h2 id="analysis" className="flex items-center gap-2 text-lg font-extrabold">
        <Sparkles size={20} aria-hidden className="text-primary" />
        {analysis.ai ? t('What the AI sees') : t('Suggested without AI')}
      </h2>
      {!analysis.ai && (
        <p className="text-sm text-muted">
          {t(
            'This is not AI: no AI service is set up here. We know what such things usually weigh and cost; the rest is yours to fill in.',
          )}
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <Fact name={t('Brand')} value={brand.primary} sure={brand.confidence} />
        {product.primary !== '' && <Fact name={t('Product')} value={product.primary} sure={product.confidence} />}
        <Fact
          name={t('Condition')}
          value={t(ATTRIBUTES.condition.choices[condition.primary])}
          sure={condition.confidence}
        />
        {analysis.description !== '' && <Fact name={t('Description')} value={analysis.description} />}
        {estimatedWeightLbs !== null && <Fact name={t('Estimated weight')} value={weight(estimatedWeightLbs)} />}
        <Fact name={t('Suggested price')} value={t('{price, plural, one {# token} other {# tokens}}', { price })} />
      </dl>
      <p className="mt-1 text-sm text-muted">
        {suggestedPrice === price ? analysis.priceReasoning : t('The category sets the price.')}
      </p>
    </section>
  )
}

function Fact({ name, value, sure }: { name: string; value: string; sure?: number }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">
        {value}{' '}
        {sure !== undefined && (
          <span className="figures ms-1 text-sm whitespace-nowrap text-muted">
            {sure < SURE
              ? t('{percent}% sure: check this', { percent: Math.round(sure * 100) })
              : t('{percent}% sure', { percent: Math.round(sure * 100) })}
          </span>
        )}
      </dd>
    </>
  )
}
