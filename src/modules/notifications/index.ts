export { countUnread, eraseNotices, exportNotices } from './notice/notice.ts'
export { notify, type NewNotice } from './notice/notify.ts'
