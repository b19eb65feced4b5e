import { openTarget } from '../../platform/backup/backup-target.ts'
import { Damaged } from '../../platform/backup/damaged.ts'
import { openVault, otherBackup, type Vault } from '../../platform/backup/vault.ts'
import type { Config } from '../../platform/config.ts'
import type { Reader } from '../../platform/database.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import type { BackupState } from './backup-row.ts'
import { listBases, readBase, segmentKey } from './base.ts'
import { historyOf, readChain, timelineOf } from './log-chain.ts'

/** The place that this market is backed up to, which is never made anew: its disk may be unplugged. */
export async function openPlace(config: Config, { target, place }: BackupState): Promise<Vault> {
  const found = await openVault(openTarget(target, config), config.BACKUP_PASSPHRASE)
  if (found.description !== place) throw new Refused(otherBackup(target))
  return found
}

/** @throws Error where the newest piece of the log that was carried there is not there */
export async function demandCarried(vault: Vault, { shipped, target }: BackupState): Promise<void> {
  if (shipped === null) return
  await vault.demandPlace()
  const key = segmentKey(shipped)
  if (!(await vault.list(key)).includes(key))
    throw new LogBroken(`${key} was carried to ${target}, and is not there any more. ${MENDED}`)
}

/** @throws Error where the newest whole backup, or what of the log belongs to it, is not whole */
export async function demandNoHole(vault: Vault): Promise<void> {
  const [newest] = await listBases(vault)
  if (newest === undefined) throw new LogBroken(`There is no whole backup in ${vault.target} any more.`)
  const base = await readBase(vault, newest).catch((error: unknown) => {
    throw error instanceof Damaged ? new LogBroken(`${error.message} ${MENDED}`) : error
  })
  const gap = base.cluster && (await readChain(vault, base.cluster)).gap
  if (gap) throw new LogBroken(`${gap.missing.message} ${MENDED}`)
}

const MENDED = 'The next whole backup mends that.'

/** The log in the place has a hole: all that is carried there is of no use until there is a whole backup behind it. */
export class LogBroken extends Error {}

/** @throws Error where a market that was restored from this place is backed up there by now */
export async function demandNoSuccessor(reader: Reader, vault: Vault): Promise<void> {
  const own = await currentTimeline(reader)
  const names = await vault.list(segmentKey(historyOf(own + 1).slice(0, 8)))
  if (names.length > 0)
    throw new Refused(
      say(
        'A market that was restored from {target} is backed up there now. Stop one of the two, or give this one a place of its own: market backup TARGET',
        { target: vault.target },
      ),
    )
}

/** A restored market is on a timeline of its own. */
async function currentTimeline(reader: Reader): Promise<number> {
  const { rows } = await reader.raw<{ rows: [{ segment: string }] }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as segment',
  )
  return timelineOf(rows[0].segment)
}
