import { z } from 'zod'
import { STARTS } from '../attributes.ts'
import { Condition, MAX_PHOTOS } from '../contract.ts'
import { clipArea, MOST_AREAS } from '../areas.ts'
import { type Analysis, GENERIC_BRAND, PRIVATE_KINDS } from './contract.ts'

/** Above this the model is guessing nonsense: nobody passes on a thing of half a ton. */
const MAX_WEIGHT_LBS = 1000
const MAX_ALTERNATIVES = 5

/** Text from outside: no tags, no control or direction-changing characters, no links, and at most `max` characters. */
const plain = (max: number) =>
  z.string().transform((value) => {
    const words = value
      .normalize('NFC')
      .replace(/<[^>]*>/g, ' ')
      .replace(/[<>]/g, '')
      .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replace(/\b(https?:\/\/|www\.)\S+|\S+@\S+\.\S+/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return [...words].slice(0, max).join('').trim()
  })

const Confidence = z.number().min(0).max(1).catch(0)

const alternatives = <T extends z.ZodType>(value: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => value.safeParse(one).data ?? []))

const guess = <T extends z.ZodType>(value: T) =>
  z.object({ primary: value, confidence: Confidence, alternatives: alternatives(value) })

/** As models of this kind tell boxes: top, left, bottom, right, in thousandths. What lies beyond the picture is cut off. */
const privateArea = z
  .object({
    photo: z
      .number()
      .int()
      .min(0)
      .max(MAX_PHOTOS - 1),
    kind: z.enum(PRIVATE_KINDS),
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  })
  .transform(({ photo, kind, box: [top, left, bottom, right] }) => {
    const [x, y] = [left / 1000, top / 1000]
    const area = clipArea({ x, y, width: right / 1000 - x, height: bottom / 1000 - y })
    return area && { photo, kind, ...area }
  })
  .refine((area) => area !== null)

const Answer = z.object({
  brand: guess(plain(50)).catch({ primary: GENERIC_BRAND, confidence: 0, alternatives: [] }),
  product: guess(plain(80)).refine(({ primary }) => primary.length > 1, 'no product'),
  condition: guess(Condition).catch({ primary: STARTS.condition, confidence: 0, alternatives: [] }),
  description: plain(1000).catch(''),
  estimatedWeightLbs: z.number().min(0.01).max(MAX_WEIGHT_LBS).nullable().catch(null),
  suggestedPrice: z.number().nullable().catch(null),
  priceReasoning: plain(300).catch(''),
  privateAreas: alternatives(privateArea),
})

/**
 * Reads a model's answer as an analysis: each field clipped to the rules of a listing, or dropped.
 * @param tokenPrice the most that the category allows, in whole tokens
 * @returns null where it is no JSON, or does not even say what the item is
 */
export function readAnswer(written: string, tokenPrice: number): Analysis | null {
  const parsed = Answer.safeParse(parseJson(written))
  if (!parsed.success) return null
  const { brand, product, condition, estimatedWeightLbs, suggestedPrice, privateAreas, ...texts } = parsed.data
  const named = brand.primary !== '' && !/^(generic|unbranded|unknown|none|n\/a)\b/i.test(brand.primary)
  const price = suggestedPrice !== null && suggestedPrice > 0 ? suggestedPrice : tokenPrice
  return {
    ...texts,
    brand: distinct(named ? brand : { ...brand, primary: GENERIC_BRAND }),
    product: distinct(product),
    condition: distinct(condition),
    estimatedWeightLbs: estimatedWeightLbs === null ? null : Math.round(estimatedWeightLbs * 100) / 100,
    suggestedPrice: Math.max(1, Math.min(Math.round(price), tokenPrice)),
    privateAreas: privateAreas.slice(0, MOST_AREAS),
    ai: true,
  }
}

function distinct<T extends string>(guessed: { primary: T; confidence: number; alternatives: T[] }) {
  const others = new Set(guessed.alternatives.filter((one) => one.length > 0 && one !== guessed.primary))
  return { ...guessed, alternatives: [...others].slice(0, MAX_ALTERNATIVES) }
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written.replace(/^\s*```(?:json)?|```\s*$/g, '')) as unknown
  } catch {
    return undefined
  }
}
