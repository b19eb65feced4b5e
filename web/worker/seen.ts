/** A page's message to a worker that has come after it. */
export interface Seen {
  /** API paths whose answers the page shows. */
  answers: string[]
  /** Paths of its scripts, styles and fonts. */
  files: string[]
}
