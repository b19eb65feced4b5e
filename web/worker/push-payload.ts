/** What a push message holds, as JSON, once the browser has decrypted it. */
export interface PushPayload {
  /** Fixed words of ours. */
  title: string
  /** Plain text. It may be seen on a locked screen. */
  body: string
  /** Where on this site to look; begins with one slash. */
  path: string
  /** Names the notice: another of the same tag takes its place on the screen. */
  tag: string
}
