/** What other modules, and the command line, may use of the backup. */
export { archiveAge, backupAlarms } from './alarms.ts'
export { readBackup } from './backup-row.ts'
export { keepBackup } from './keep-backup.ts'
export { moveDatabase } from './move-database.ts'
export { restoreMarket } from './restore-market.ts'
export { stopBackup } from './stop-backup.ts'
export { takeBackup } from './take-backup.ts'
export { verifyBackup } from './verify-backup.ts'
