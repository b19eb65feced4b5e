import { text, type TextRules } from './text.ts'
import { hasLink } from './web-address.ts'
import { words } from '../language/words.ts'

/** A title stands in mails to others, as names do, and nothing in it may become a link there. */
export const title = (rules: TextRules) =>
  text(rules).refine(
    (value) => !hasLink(value),
    words('Please leave web and mail addresses out of the title (after a dot comes a space)'),
  )
