import { type Analysis, GENERIC_BRAND } from './contract.ts'
import { inTurn, openPicture } from '../photo/limited-sharp.ts'
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
  async analyse({ ownerId, photos: [first], category, price }) {
    const kind = KINDS.get(category)
    const noun = kind?.noun ?? (category === 'other' ? 'item' : category.replaceAll('-', ' '))
    const product = first ? `${await inTurn(ownerId, () => mainColour(first))} ${noun}` : noun
    const tokens = price.tokenPrice === 1 ? '1 token' : `${price.tokenPrice} tokens`
    const analysis: Analysis = {
      brand: { primary: GENERIC_BRAND, confidence: CONFIDENCE, alternatives: [] },
      product: { primary: product, confidence: CONFIDENCE, alternatives: [sentence(noun)] },
      condition: { primary: 'good', confidence: CONFIDENCE, alternatives: ['like-new', 'fair'] },
      // It can't say anything that a neighbour would want to read; the form says what they would.
      description: '',
      estimatedWeightLbs: kind?.weight ?? null,
      suggestedPrice: price.tokenPrice,
      priceReasoning: `This is not an AI analysis: ${tokens} is simply the price of this category.`,
      ai: false,
    }
    return { analysis, tokens: NO_TOKENS }
  },
}

const SIDE = 48
/** The outermost pixels: mostly floor, table or wall. */
const BORDER = 6
/** Begin and end of the middle. */
const MIDDLE: [number, number] = [SIDE / 4, (SIDE * 3) / 4]

/** The name of the colour that the middle of the picture has most more of than its border. */
async function mainColour(photo: Buffer): Promise<string> {
  const pixels = await (
    await openPicture(photo)
  )
    .resize(SIDE, SIDE, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const middle = new Map<string, number>()
  const border = new Map<string, number>()
  for (let place = 0; place < SIDE * SIDE; place += 1) {
    const [x, y] = [place % SIDE, Math.floor(place / SIDE)]
    const counts = isWithin(x, y, MIDDLE) ? middle : isWithin(x, y, [BORDER, SIDE - BORDER]) ? undefined : border
    if (!counts) continue
    const name = nearestColour(pixels.subarray(place * 3, place * 3 + 3))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const share = (counts: Map<string, number>, name: string) =>
    (counts.get(name) ?? 0) / [...counts.values()].reduce((sum, count) => sum + count, 0)
  // Of a thing that fills the picture there is as much at the border: then what there is most of counts.
  const score = (name: string) => share(middle, name) * 1.1 - share(border, name)
  return [...middle.keys()].reduce((best, name) => (score(name) > score(best) ? name : best))
}

const isWithin = (x: number, y: number, [from, to]: [number, number]) => x >= from && x < to && y >= from && y < to

function nearestColour([r = 0, g = 0, b = 0]: Uint8Array): string {
  const distances = COLOURS.map(([name, red, green, blue]) => ({
    name,
    distance: (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2,
  }))
  return distances.reduce((nearest, colour) => (colour.distance < nearest.distance ? colour : nearest)).name
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
