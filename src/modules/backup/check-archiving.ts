import type pg from 'pg'

/** Above this a machine that burns would take more with it than promised. */
const LATE_SECONDS = 60

/** Reasons for which the log of a PostgreSQL of one's own from being archived within a minute, a sentence each. */
export async function archivingProblems(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{
    mode: string
    timeout: number
    archived: Date | null
    failing: string | null
    age: number
  }>(
    `select current_setting('archive_mode') as mode, last_archived_time as archived,
       (select setting::int from pg_settings where name = 'archive_timeout') as timeout,
       case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failing,
       extract(epoch from clock_timestamp() - last_archived_time)::int as age
     from pg_stat_archiver`,
  )
  const [found] = rows
  if (!found || found.mode === 'off')
    return ['Its log is not archived: set archive_mode = on and an archive_command, and take base backups of it.']
  return [
    ...(found.failing === null ? [] : [`Its archive_command fails, at segment ${found.failing}.`]),
    ...(found.archived === null ? ['Nothing of its log has been archived yet.'] : []),
    ...(found.timeout === 0 || found.timeout > LATE_SECONDS
      ? [`Its archive_timeout is ${found.timeout} s: with 30s at most a minute is lost.`]
      : []),
    ...(found.age > 5 * LATE_SECONDS ? [`Its log was last archived ${found.age} s ago.`] : []),
  ]
}
