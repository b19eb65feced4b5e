import { runCluster } from './cluster.ts'
import { clusterFolder, type Home } from './home.ts'
import { inControl, type Membership } from './membership.ts'
import { findPostmaster } from './postmaster.ts'

const LOOK_EVERY_MS = 1000

/**
 * Brings the server back when it has died under us, for as long as we are a member; it takes the port it had.
 * @param tell hears of it, in sentences for the log
 * @returns ends the watch
 */
export function keepRunning(
  home: Home,
  membership: Membership,
  { settings, tell }: { settings: Record<string, string>; tell: (what: string) => void },
): () => void {
  let busy = false
  const look = async () => {
    if (busy || !membership.stands || findPostmaster(clusterFolder(home))) return
    busy = true
    try {
      await inControl(home, async () => {
        // While we waited for control we may have left, and the server with us; or another member was faster.
        if (!membership.stands || findPostmaster(clusterFolder(home))) return
        tell('PostgreSQL has died, and is being started again')
        await runCluster(home, settings)
        tell('PostgreSQL runs again')
      })
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error))
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
