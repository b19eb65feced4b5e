import { IntlMessageFormat } from 'intl-messageformat'
import type { ReactNode } from 'react'
import type { ValuesArgument } from '../../src/platform/language/words.ts'

type Tags = Record<string, (text: ReactNode) => ReactNode>

/** The sentence for an English ICU message, in the page's language: `t('{count, plural, one {# thing} other {# things}}', { count })`. */
export function t<const M extends string>(message: M, ...[values]: ValuesArgument<M>): string {
  return new IntlMessageFormat(message, 'en').format(values as Record<string, string | number> | undefined) as string
}

/** As `t`, for a message with parts of its own: `rich('Read <link>the rules</link>', { link: (text) => <a>{text}</a> })`. */
export function rich(message: string, values: Record<string, ReactNode> | Tags): ReactNode {
  return new IntlMessageFormat(message, 'en').format<ReactNode>(values as Record<string, ReactNode>)
}
