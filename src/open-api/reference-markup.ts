import { escapeMarkup } from '../platform/text/escape-markup.ts'

/** The marks that descriptions use within a line: code, and strong words. */
export const inline = (text: string) =>
  escapeMarkup(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')

/** Paragraphs and lists of a description. */
export function blocks(text: string): string {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) =>
      block.startsWith('- ') ? list(block.split('\n').map((line) => inline(line.slice(2)))) : paragraph(block),
    )
    .join('')
}

const paragraph = (text: string) => `<p>${inline(text)}</p>`

/** Nothing for an empty list. */
export const list = (entries: string[]) =>
  entries.length > 0 ? `<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>` : ''

export const code = (value: unknown) => `<code>${escapeMarkup(JSON.stringify(value))}</code>`
