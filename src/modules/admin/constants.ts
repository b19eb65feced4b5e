import { words } from '../../platform/language/words.ts'

interface Wait {
  noun: string
  text: string
  /** The place where it is settled: a page of the site, or a command of the operators. */
  settle: string
  /** The hours in which an admin should have looked at one; absent where a clock of its own says so, or the operators settle it. */
  hours?: number
}

/**
 * All that waits for a person: decisions first, then money, then what should have happened by itself. The admin page, `market
 * status`, `market doctor` and the figures read this list, each line with what settles it.
 */
export const WAITS = {
  decision_due: {
    noun: words('decision due within a day'),
    text: words('If no admin decides in time, it is decided automatically.'),
    settle: '/admin',
  },
  waiting_dispute: {
    noun: words('reported problem'),
    text: words('The tokens are on hold until it is decided.'),
    settle: '/admin',
  },
  open_report: {
    noun: words('open report'),
    text: words('A neighbour is waiting for your decision.'),
    settle: '/admin',
    hours: 24,
  },
  open_appeal: {
    noun: words('appeal'),
    text: words('A neighbour is asking for a second look at a decision.'),
    settle: '/admin',
    hours: 72,
  },
  copied_photo: {
    noun: words('copied photo'),
    text: words('A listing shows a photo that another member has shown before.'),
    settle: '/admin',
    hours: 24,
  },
  repeated_title: {
    noun: words('title listed again and again'),
    text: words('Nothing is hidden by numbers alone: please look, then hide or suspend.'),
    settle: '/admin',
    hours: 24,
  },
  new_from_one_place: {
    noun: words('place with many new members'),
    text: words('Nobody is suspended by numbers alone: please look.'),
    settle: '/admin',
    hours: 24,
  },
  other_admin: {
    noun: words('decision that needs another admin'),
    text: words('All admins are part of it, and nobody decides about themselves.'),
    settle: 'market promote-admin EMAIL',
  },
  no_admin: {
    noun: words('missing admin'),
    text: words('Nobody can decide about reports and problems.'),
    settle: 'market promote-admin EMAIL',
  },
  chargeback: { noun: words('chargeback'), text: words('A bank took the card fee back.'), settle: '/admin', hours: 72 },
  refused_card: {
    noun: words('refused card'),
    text: words('It pays for three members already, has bought from its owner, or has spent its tokens of a month.'),
    settle: '/admin',
    hours: 72,
  },
  refund_failed: {
    noun: words('failed refund'),
    text: words('The card provider refused it. Please pay it back by hand.'),
    settle: '/admin',
    hours: 24,
  },
  refund_overdue: {
    noun: words('overdue refund'),
    text: words('We keep trying. Is the card provider down?'),
    settle: 'market doctor',
  },
  late_payment: {
    noun: words('late payment'),
    text: words('It came after the reservation had ended, and is refunded automatically.'),
    settle: 'market audit-ledger --payments',
  },
  payment_difference: {
    noun: words('differing payment'),
    text: words("The card provider's records differ, as of last night."),
    settle: 'market audit-ledger --payments',
  },
  card_event: {
    noun: words('unclear card event'),
    text: words('The card provider reported something that matches no purchase.'),
    settle: '/admin',
    hours: 72,
  },
  audit_finding: {
    noun: words('finding of the last audit'),
    text: words("The books don't add up."),
    settle: 'market audit-ledger',
  },
  sign_in_guessing: {
    noun: words('attacked sign-in'),
    text: words(
      'Someone is guessing the sign-in codes of an address. Its codes have eight digits now, and each wrong guess means a longer wait.',
    ),
    settle: 'market status',
  },
  overdue_reservation: {
    noun: words('overdue reservation'),
    text: words('It should have ended on its own. Are the jobs running?'),
    settle: 'market jobs',
  },
  no_worker: {
    noun: words('missing worker'),
    text: words('Jobs are due, and nobody takes them. Start a worker.'),
    settle: 'market jobs',
  },
  mail_away: {
    noun: words('mail that does not leave'),
    text: words('Sign-in codes wait with it. All of it leaves once the mail server takes it again.'),
    settle: 'market doctor',
  },
  push_away: {
    noun: words('push that does not leave'),
    text: words('It reaches phones once their services answer again. May this machine connect to the internet?'),
    settle: 'market jobs --failed',
  },
  never_backed_up: {
    noun: words('missing backup'),
    text: words('This market was never backed up: what burns is gone.'),
    settle: 'market backup TARGET',
  },
  backup_behind: {
    noun: words('stalled backup'),
    text: words("Anything new isn't backed up."),
    settle: 'market backup',
  },
  backup_log_lost: {
    noun: words('hole in the backup'),
    text: words('The market can no longer be restored to some past hours. This fixes itself once the place is back.'),
    settle: 'market backup',
  },
  backup_unproven: {
    noun: words('unproven backup'),
    text: words('Restoring it on trial failed, or was long ago.'),
    settle: 'market backup --verify',
  },
  recalls_old: {
    noun: words('old list of recalls'),
    text: words('The last good copy is kept. New recalls are missing from it.'),
    settle: 'market sync-recalls',
  },
  failed_job: {
    noun: words('failed job'),
    text: words('Once the cause is fixed, you can try it again.'),
    settle: 'market jobs --retry',
  },
} satisfies Record<string, Wait>

export type WaitKind = keyof typeof WAITS
export const WAIT_KINDS = Object.keys(WAITS) as [WaitKind, ...WaitKind[]]

/** Whether an admin settles it on the desk; all else is for the operators, by a command. */
export const isOnDesk = (kind: WaitKind): boolean => WAITS[kind].settle.startsWith('/')
