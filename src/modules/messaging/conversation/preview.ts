const PREVIEW_LENGTH = 120

/** One line for the list of conversations. */
export function previewOf(body: string): string {
  const characters = [...body.replace(/\s+/g, ' ')]
  return characters.length <= PREVIEW_LENGTH
    ? characters.join('')
    : `${characters.slice(0, PREVIEW_LENGTH - 1).join('')}…`
}
