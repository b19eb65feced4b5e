import { words } from '../../platform/language/words.ts'

const HIDDEN = words('An admin has hidden your listing {things}. Nobody but you can see it now.')
const RESTORED = words('An admin has restored your listing {things}. Everybody can see it again.')
const REASON = words('The reason: {reason}')
const WARNED = words('Neighbours have reported something you posted, and an admin has looked at it.')
const SAYS = words('The admin says: {reason}')
const APPEAL = words('Think this is wrong? You can appeal once, and an admin will look at it again.')

export const ADMIN_NOTICES = {
  'admin: listing hidden': { title: words('Your listing was hidden'), body: [HIDDEN, REASON, APPEAL] },
  /** As it was told before there were appeals. */
  'admin: listing hidden for good': { title: words('Your listing was hidden'), body: [HIDDEN, REASON] },
  'admin: listing restored': { title: words('Your listing is back'), body: [RESTORED] },
  'admin: listing restored, with words': { title: words('Your listing is back'), body: [RESTORED, SAYS] },
  'admin: warning': { title: words('A note from the admins of {site}'), body: [WARNED, SAYS, APPEAL] },
  /** As above. */
  'admin: warning for good': { title: words('A note from the admins of {site}'), body: [WARNED, SAYS] },
  'admin: suspended': {
    title: words('Your account is suspended'),
    body: [
      words(
        'An admin has suspended your account until {day}, {time} (UTC). You can read, hand over and finish what is open, but not start anything new. Your items are hidden meanwhile.',
      ),
      REASON,
      APPEAL,
    ],
  },
  'admin: suspended for good': {
    title: words('Your account is suspended'),
    body: [
      words(
        'An admin has suspended your account for good. You can read, hand over and finish what is open, but not start anything new. Your items are hidden meanwhile.',
      ),
      REASON,
      APPEAL,
    ],
  },
  'admin: suspension ended': {
    title: words('Your account is no longer suspended'),
    body: [words('An admin has ended the suspension of your account. Your items are back.')],
  },
  'admin: suspension ended, with words': {
    title: words('Your account is no longer suspended'),
    body: [words('An admin has ended the suspension of your account. Your items are back.'), SAYS],
  },
  'admin: signed out': {
    title: words('You were signed out on all devices'),
    body: [words('An admin has signed you out everywhere. You can sign in again with a code at any time.'), REASON],
  },
  'admin: no admin any more': {
    title: words('You are no longer an admin'),
    body: [words('Another admin has removed your admin role.'), REASON],
  },
  'admin: suspension over': {
    title: words('Your account is no longer suspended'),
    body: [words('The suspension of your account is over. Your items are back.')],
  },
  'admin: appeal decided': {
    title: words('Your appeal was decided'),
    body: [
      words(
        'An admin has looked at it again: {outcome, select, undo {the decision is undone} other {the decision stays}}.',
      ),
      REASON,
    ],
  },
  'admin: appeal about a thing decided': {
    title: words('Your appeal was decided'),
    body: [
      words(
        'An admin has looked at it again: {outcome, select, undo {the decision is undone} other {the decision stays}} ({things}).',
      ),
      REASON,
    ],
  },
  'admin: report decided': {
    title: words('Thank you for your report'),
    body: [
      words(
        'An admin has looked at {subject, select, thanks {the thank-you} listing {the listing} message {the message} other {the member}} that you have reported, and {action, select, dismiss {found nothing that is against the rules} warn {has spoken with the neighbour concerned} other {has hidden it}}.',
      ),
    ],
  },
} as const
