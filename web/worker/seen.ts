/** A page's message to a worker that has come after it. */
export interface Seen {
  /** API paths whose answers the page shows, some of them twice. */
  answers: string[]
  /** Addresses of all that it has loaded, its scripts, styles and fonts among them. */
  files: string[]
}
