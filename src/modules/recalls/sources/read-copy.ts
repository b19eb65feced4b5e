import { SOURCES, type Recall, type Source } from '../recall.ts'
import { SOURCE_RULES } from './sources.ts'

/** A file that can't be what a source publishes; says why, in English, for operators. */
export class CopyRefused extends Error {}

/** No copy has more; a later one is also held against the one before. */
const MOST_BYTES = 200_000_000
/** A copy doesn't grow so many times from one day to the next, nor lose so much. */
const GROWS = 10
const KEEPS = 0.5
/** Some entries of a source are odd on any day: one of a few, or so many of all. */
const ODD = 0.01

/** The last good copy. */
export interface Before {
  bytes: number
  recalls: number
}

export const mostBytes = (before: Before | undefined): number =>
  before ? Math.min(Math.max(before.bytes, 1000) * GROWS, MOST_BYTES) : MOST_BYTES

/**
 * The recalls of a source's file, clipped, and what is odd in it, in English: such entries are left out.
 * @throws CopyRefused for what is no such file, or too unlike the one before
 */
export function readCopy(source: Source, file: Buffer, before?: Before): { recalls: Recall[]; odd?: string } {
  if (file.length > mostBytes(before)) throw new CopyRefused(`it is larger than ${mostBytes(before)} bytes`)
  const entries = parse(file)
  const { shape, read } = SOURCE_RULES[source]
  const judged = entries.map((entry) => shape.safeParse(entry))
  const odd = judged.flatMap(({ error }) => error?.issues[0] ?? [])
  const [first] = odd
  const why = first === undefined ? '' : `, such as ${first.path.join('.')}: ${first.message}`
  const said = `${odd.length} of its ${entries.length} entries are of another shape${why}`
  if (odd.length >= entries.length / 2 || odd.length > Math.max(1, entries.length * ODD)) throw new CopyRefused(said)
  const recalls = judged.flatMap(({ data }) => (data === undefined ? [] : read(data))).map(clip)
  const unique = [...new Map(recalls.map((recall) => [recall.key, recall])).values()]
  if (unique.length < (before?.recalls ?? 1) * KEEPS)
    throw new CopyRefused(`it has ${unique.length} recalls instead of ${before?.recalls ?? 'some'}`)
  return { recalls: unique, ...(first !== undefined && { odd: said }) }
}

/** The source that publishes such a file: some entry is of its shape. @throws CopyRefused for nobody's */
export function sourceOf(file: Buffer): Source {
  const entries = parse(file)
  const source = SOURCES.find((one) => entries.some((entry) => SOURCE_RULES[one].shape.safeParse(entry).success))
  if (!source) throw new CopyRefused('it is of no shape that is known')
  return source
}

function parse(file: Buffer): unknown[] {
  let copy: unknown
  try {
    copy = JSON.parse(file.toString('utf8'))
  } catch {
    throw new CopyRefused('it is broken JSON')
  }
  if (!Array.isArray(copy)) throw new CopyRefused('it is no list')
  return copy
}

const clip = (recall: Recall): Recall => ({
  ...recall,
  key: textOf(recall.key, 200),
  brand: textOf(recall.brand, 100),
  products: recall.products.slice(0, 50).map((name) => textOf(name, 200)),
  models: recall.models.map((model) => textOf(model, 100)),
  hazard: textOf(recall.hazard, 500),
})

/** Text that PostgreSQL takes: without NUL, and without halves of characters, such as a cut leaves. */
const textOf = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed()
