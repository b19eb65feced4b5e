import { withoutIsolates } from '../language/isolates.ts'

/** The mark that tells spreadsheets that a file is UTF-8: it comes first. */
export const UTF8_MARK = '\ufeff'

/** A line of CSV (RFC 4180). */
export const csvLine = (cells: string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`

/** Words of members, as a spreadsheet shows them: it would run what looks like a formula, and the apostrophe makes it text. */
export function asText(words: string): string {
  const cell = withoutIsolates(words)
  return /^[\s"']*[=+\-@|%＝＋－＠]/u.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
}
