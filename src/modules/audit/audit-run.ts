import type { Reader } from '../../platform/database.ts'

export interface AuditRun {
  finishedAt: Date
  findings: number
}

/** Keeps the end of an audit, in place of the one before. */
export async function recordAudit(reader: Reader, { finishedAt, findings }: AuditRun): Promise<void> {
  await reader('audit_run').insert({ only_row: true, finished_at: finishedAt, findings }).onConflict('only_row').merge()
}

export async function lastAudit(reader: Reader): Promise<AuditRun | undefined> {
  const row = await reader('audit_run').first()
  return row && { finishedAt: row.finished_at, findings: row.findings }
}
