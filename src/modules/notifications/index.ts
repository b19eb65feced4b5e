export { eraseNotifications, exportNotifications } from './notice/account.ts'
export { notify, type NewNotice } from './notice/notify.ts'
export { readNoticesAt } from './notice/read-notices.ts'
