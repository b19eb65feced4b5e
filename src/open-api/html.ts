/** Markup, as opposed to text that still has to be escaped. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | Html | readonly Part[] | false | undefined

/** Template tag: values are escaped unless they are markup themselves; lists are joined, false and undefined are nothing. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(literals.map((literal, index) => literal + markupOf(parts[index])).join(''))
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(markupOf).join('')
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** Text in which names of things stand between backticks. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
