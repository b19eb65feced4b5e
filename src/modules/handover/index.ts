export { eraseHandover } from './account/erase-handover.ts'
export { exportHandover } from './account/export-handover.ts'
