import { type Analysis, GENERIC_BRAND } from './contract.ts'
import { oneAtATime, sharp } from '../photo/limited-sharp.ts'
import { type Analyser, NO_TOKENS } from './analyser.ts'

/** What things of a category are called, and what one typically weighs in pounds. */
const KINDS = new Map([
  ['baby-clothes', { noun: 'baby clothes', weight: 0.5 }],
  ['appliances', { noun: 'kitchen appliance', weight: 8 }],
  ['household', { noun: 'household item', weight: 3 }],
  ['toys', { noun: 'toy', weight: 2 }],
  ['furniture', { noun: 'piece of furniture', weight: 30 }],
])

const COLOURS: [name: string, red: number, green: number, blue: number][] = [
  ['Black', 20, 20, 20],
  ['Grey', 128, 128, 128],
  ['White', 245, 245, 245],
  ['Red', 200, 40, 40],
  ['Orange', 240, 140, 40],
  ['Yellow', 245, 215, 70],
  ['Green', 60, 150, 70],
  ['Teal', 30, 150, 150],
  ['Light blue', 150, 200, 235],
  ['Blue', 45, 90, 190],
  ['Navy blue', 25, 40, 90],
  ['Purple', 130, 70, 170],
  ['Pink', 240, 160, 190],
  ['Brown', 120, 75, 45],
  ['Beige', 220, 200, 165],
]

/** A guess that must always be checked: far below the confidence at which a suggestion is taken over. */
const CONFIDENCE = 0.3

/**
 * For installations without a key. It is no AI and says so: it knows the category's price and usual weight and sees one
 * colour, and never names a brand.
 */
export const offlineAnalyser: Analyser = {
  name: 'offline',
  async analyse({ photos: [first], category, price }) {
    const kind = KINDS.get(category)
    const noun = kind?.noun ?? (category === 'other' ? 'item' : category.replaceAll('-', ' '))
    const product = first ? `${await oneAtATime(() => mainColour(first))} ${noun}` : noun
    const tokens = price.tokenPrice === 1 ? '1 token' : `${price.tokenPrice} tokens`
    const analysis: Analysis = {
      brand: { primary: GENERIC_BRAND, confidence: CONFIDENCE, alternatives: [] },
      product: { primary: product, confidence: CONFIDENCE, alternatives: [sentence(noun)] },
      condition: { primary: 'good', confidence: CONFIDENCE, alternatives: ['like-new', 'fair'] },
      description: `${product}. Please add size, brand, condition and whatever else a neighbour would like to know.`,
      estimatedWeightLbs: kind?.weight ?? null,
      suggestedPrice: price.tokenPrice,
      priceReasoning: `This is not an AI analysis: ${tokens} is simply the price of this category.`,
      ai: false,
    }
    return { analysis, tokens: NO_TOKENS }
  },
}

/** The name of the colour that most of the picture's middle has; the edges are mostly floor and wall. */
async function mainColour(photo: Buffer): Promise<string> {
  const square = await sharp(photo).resize(96, 96, { fit: 'cover' }).flatten({ background: '#fff' }).toBuffer()
  const { dominant } = await sharp(square).extract({ left: 24, top: 24, width: 48, height: 48 }).stats()
  const distances = COLOURS.map(([name, red, green, blue]) => ({
    name,
    distance: (dominant.r - red) ** 2 + (dominant.g - green) ** 2 + (dominant.b - blue) ** 2,
  }))
  return distances.reduce((nearest, colour) => (colour.distance < nearest.distance ? colour : nearest)).name
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
