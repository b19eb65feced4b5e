export { demoMemberIds } from './describe-site.ts'
export { IDENTITY_AUDIT, MAILBOXES_SINCE, MEMBER_ROWS } from './member/audit.ts'
export {
  blockedAmong,
  isBlocked,
  noContact,
  noContactQuery,
  refuseNoContact,
  requireContact,
  type NoContact,
  withoutBlocked,
} from './member/block.ts'
export { eraseMember } from './member/delete-member.ts'
export { accountsOfMailboxes, closenessOf, closenessQuery, type Closeness } from './member/mailbox-of.ts'
export { exportMember } from './member/export-member.ts'
export { picturesOf, setPicture } from './member/picture.ts'
export { countMembers, countNeighbours } from './member/count-members.ts'
export { createMember } from './member/create-member.ts'
export {
  adminIds,
  callerQuery,
  findCaller,
  findMember,
  findMemberByEmail,
  findMembers,
  lockPresentMember,
  Member,
} from './member/member.ts'
export { findNewFromOnePlace, NEW_FROM_ONE_PLACE } from './member/new-from-one-place.ts'
export { searchMembers } from './member/search-members.ts'
export {
  grantAdmin,
  lockAdmins,
  markFirstListing,
  markSale,
  recordActivities,
  revokeAdmin,
} from './member/record-progress.ts'
export { recordStreaks } from './member/record-streaks.ts'
export { requireMember } from './member/require-member.ts'
export { refuseAccess, refuseSuspended, wasBarredQuery } from './member/refuse-suspended.ts'
export {
  endIfOver,
  liftSuspension,
  lockMailbox,
  presentSuspension,
  putSuspensionBack,
  suspend,
  suspensionOf,
  suspensionsOver,
} from './member/suspension.ts'
export { endWaysIn } from './sign-in/sign-out-everywhere.ts'
export { requireFreshCode } from './sign-in/fresh-code.ts'
export { notifyOwner } from './sign-in/notify-owner.ts'
export { countGuessedMailboxes } from './sign-in/guessing.ts'
export { goodbyeLetter } from './sign-in/notify-owner.ts'
export { codeLetter } from './sign-in/request-code.ts'
