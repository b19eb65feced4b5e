export { createMember } from './create-member.ts'
export { findCaller, findMember, findMemberByEmail, findMembers, Member } from './member.ts'
export { unsubscribeUrl } from './preferences-link.ts'
export { grantAdmin, markFirstListing, markSale, recordActivity } from './record-progress.ts'
