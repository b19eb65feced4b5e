import { IntlMessageFormat } from 'intl-messageformat'
import type { Fact, Facts } from './facts.ts'

/** One way in which a message can read: its pattern, the names of what the pattern catches, and what is given by the way. */
interface Reading {
  pattern: string
  names: string[]
  given: Facts
}
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

const patterns = new Map<string, { pattern: RegExp; names: string[]; given: Facts }[]>()

/**
 * The facts of an English text that was made of this message before rows kept facts; undefined where it was not.
 * Texts of members may contain anything: a message is known by all of its own words.
 */
export function recognise(message: string, text: string): Facts | undefined {
  const known = patterns.get(message) ?? readingsOf(message)
  patterns.set(message, known)
  for (const { pattern, names, given } of known) {
    const caught = pattern.exec(text)?.slice(1)
    if (caught)
      return { ...given, ...Object.fromEntries(names.map((name, index) => [name, factOf(caught[index] ?? '')])) }
  }
  return undefined
}

const readingsOf = (message: string) =>
  together(new IntlMessageFormat(message, 'en').getAst()).map(({ pattern, ...reading }) => ({
    pattern: new RegExp(`^${pattern}$`),
    ...reading,
  }))

const together = (parts: Part[], counted = ''): Reading[] =>
  parts.reduce<Reading[]>(
    (before, part) =>
      before.flatMap((first) =>
        readings(part, counted).map((then) => ({
          pattern: first.pattern + then.pattern,
          names: [...first.names, ...then.names],
          given: { ...first.given, ...then.given },
        })),
      ),
    [{ pattern: '', names: [], given: {} }],
  )

/** By the kinds of the parser. @param counted the number that a `#` is */
function readings(part: Part, counted: string): Reading[] {
  switch (part.type) {
    case 0:
      return [{ pattern: RegExp.escape(part.value), names: [], given: {} }]
    case 5:
      return Object.entries(part.options).flatMap(([choice, { value }]) =>
        together(value).map((reading) => ({ ...reading, given: { ...reading.given, [part.value]: choice } })),
      )
    case 6:
      // More than one without saying how many: two will do.
      return Object.entries(part.options).flatMap(([form, { value }]) =>
        together(value, part.value).map((reading) => ({
          ...reading,
          given: { [part.value]: form === 'one' ? 1 : 2, ...reading.given },
        })),
      )
    case 7:
      return [{ pattern: String.raw`(\d+)`, names: [counted], given: {} }]
    case 8:
      return together(part.children)
    default:
      return [{ pattern: String.raw`([^]+?)`, names: [part.value], given: {} }]
  }
}

function factOf(text: string): Fact {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (/^\d+\.\d\d$/.test(text)) return { decimal: text }
  const month = /^[A-Z][a-z]+ \d{4}$/.test(text) ? Date.parse(`1 ${text} UTC`) : NaN
  if (!Number.isNaN(month)) return { month: new Date(month).toISOString().slice(0, 7) }
  const [, dollars, cents] = /^\$(\d+)\.(\d\d)$/.exec(text) ?? []
  if (dollars !== undefined) return { cents: Number(dollars) * 100 + Number(cents) }
  const [, day, time] = /^(\d{4}-\d\d-\d\d) at (\d\d:\d\d) \(UTC\)$/.exec(text) ?? []
  if (day !== undefined) return { at: `${day}T${time}:00.000Z` }
  const [, titles, and, more] = /^"([^]*)"(?:( and |, )(\d+) more)?$/.exec(text) ?? []
  if (titles === undefined) return text
  const isPlain = and === ', ' || (and === undefined && titles.includes('", "') && !titles.includes('" and "'))
  return {
    quoted: titles.split(/", "|" and "/),
    ...(more !== undefined && { more: Number(more) }),
    ...(isPlain && { list: 'plain' }),
  }
}
