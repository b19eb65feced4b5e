import { createElement, Fragment, type ReactNode } from 'react'
import type { ValuesArgument } from '../../src/platform/language/words.ts'
import { sentence } from './language/sentence.ts'

/** A value, or what a tag makes of the words in it. */
type Part = ReactNode | ((text: ReactNode) => ReactNode)

/** The sentence for an English ICU message, in the page's language: `t('{count, plural, one {# thing} other {# things}}', { count })`. */
export function t<const M extends string>(message: M, ...[values]: ValuesArgument<M>): string {
  return sentence(message, values as Record<string, string | number> | undefined) as string
}

/** As `t`, for a message with parts of its own: `rich('Read <link>the rules</link>', { link: (text) => <a>{text}</a> })`. */
export function rich(message: string, parts: Record<string, Part>): ReactNode {
  const said = sentence<ReactNode>(message, parts)
  return Array.isArray(said) ? createElement(Fragment, null, ...said) : said
}
