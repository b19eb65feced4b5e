const RELOADED_AT = 'reloaded-at'
/** A slow phone takes as long to find out that the file is still gone. */
const AGAIN_MS = 60_000
/** Never settles: the page is on its way out. */
const LEAVING = new Promise<never>(() => {})

/**
 * Sends for code that is not part of the first load. After a deployment its file may be gone under the old name: then the
 * page is loaded anew, once.
 * @throws {TypeError} when the network is away, or when a fresh page could not get it either
 */
export async function fetchChunk<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (error) {
    if (reloadedJustNow() || !(await serverAnswers())) throw error
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
    return LEAVING
  }
}

const reloadedJustNow = () => Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < AGAIN_MS

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
