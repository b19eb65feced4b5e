import { type Analysis, GENERIC_BRAND, SURE, suggestedTitle } from '../../../src/modules/catalog/analysis/contract.ts'
import { t } from '../../lib/t.ts'
import { chipClass } from '../../ui/chip.ts'

interface Props {
  analysis: Analysis
  onTitle: (title: string) => void
}

/** Guesses of which the analyser isn't sure are asked about, one tap an answer. */
export function TitleGuesses({ analysis: { brand, product }, onTitle }: Props) {
  const known = product.confidence >= SURE
  const products = [product.primary, ...product.alternatives].filter((guess) => guess !== '')
  const brands = [brand.primary, ...brand.alternatives].filter((guess) => guess !== GENERIC_BRAND)
  const sureBrand = brand.confidence >= SURE ? brand.primary : GENERIC_BRAND
  if (!known && products.length > 0) {
    return (
      <Guesses
        question={t('Is it one of these?')}
        guesses={products}
        onChoose={(guess) => onTitle(suggestedTitle(sureBrand, guess))}
      />
    )
  }
  if (!known || brand.confidence >= SURE || brands.length === 0) return null
  return (
    <Guesses
      question={t('Is the brand one of these?')}
      guesses={brands}
      onChoose={(guess) => onTitle(suggestedTitle(guess, product.primary))}
    />
  )
}

interface GuessesProps {
  question: string
  guesses: string[]
  onChoose: (guess: string) => void
}

const Guesses = ({ question, guesses, onChoose }: GuessesProps) => (
  <div className="mt-2">
    <p className="text-sm font-semibold">{question}</p>
    <ul aria-label={question} className="mt-1 flex flex-wrap gap-2">
      {guesses.map((guess) => (
        <li key={guess}>
          <button type="button" dir="auto" onClick={() => onChoose(guess)} className={chipClass(false)}>
            {guess}
          </button>
        </li>
      ))}
    </ul>
  </div>
)
