import type { WaitKind } from '../../../../src/modules/admin/constants.ts'
import { words } from '../../../../src/platform/language/words.ts'

/** Names of the kinds that wait for a person, with their numbers. */
export const COUNTED = {
  decision_due: words('{count, plural, one {# decision due within a day} other {# decisions due within a day}}'),
  waiting_dispute: words('{count, plural, one {# reported problem} other {# reported problems}}'),
  open_appeal: words('{count, plural, one {# appeal} other {# appeals}}'),
  open_report: words('{count, plural, one {# open report} other {# open reports}}'),
  copied_photo: words('{count, plural, one {# copied photo} other {# copied photos}}'),
  repeated_title: words(
    '{count, plural, one {# title listed again and again} other {# titles listed again and again}}',
  ),
  new_from_one_place: words(
    '{count, plural, one {# place with many new members} other {# places with many new members}}',
  ),
  other_admin: words(
    '{count, plural, one {# decision that needs another admin} other {# decisions that need another admin}}',
  ),
  no_admin: words('{count, plural, one {# missing admin} other {# missing admins}}'),
  chargeback: words('{count, plural, one {# chargeback} other {# chargebacks}}'),
  refused_card: words('{count, plural, one {# refused card} other {# refused cards}}'),
  refund_failed: words('{count, plural, one {# failed refund} other {# failed refunds}}'),
  refund_overdue: words('{count, plural, one {# overdue refund} other {# overdue refunds}}'),
  late_payment: words('{count, plural, one {# late payment} other {# late payments}}'),
  payment_difference: words('{count, plural, one {# differing payment} other {# differing payments}}'),
  card_event: words('{count, plural, one {# unclear card event} other {# unclear card events}}'),
  audit_finding: words('{count, plural, one {# finding of the last audit} other {# findings of the last audit}}'),
  sign_in_guessing: words('{count, plural, one {# attacked sign-in} other {# attacked sign-ins}}'),
  overdue_reservation: words('{count, plural, one {# overdue reservation} other {# overdue reservations}}'),
  no_worker: words('{count, plural, one {# missing worker} other {# missing workers}}'),
  mail_away: words('{count, plural, one {# mail that does not leave} other {# mails that do not leave}}'),
  push_away: words('{count, plural, one {# push that does not leave} other {# pushes that do not leave}}'),
  never_backed_up: words('{count, plural, one {# missing backup} other {# missing backups}}'),
  backup_behind: words('{count, plural, one {# stalled backup} other {# stalled backups}}'),
  backup_log_lost: words('{count, plural, one {# hole in the backup} other {# holes in the backup}}'),
  backup_unproven: words('{count, plural, one {# unproven backup} other {# unproven backups}}'),
  recalls_old: words('{count, plural, one {# old list of recalls} other {# old lists of recalls}}'),
  failed_job: words('{count, plural, one {# failed job} other {# failed jobs}}'),
} as const satisfies Record<WaitKind, string>
