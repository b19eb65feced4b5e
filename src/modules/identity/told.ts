import { words } from '../../platform/language/words.ts'

const WAS_IT_YOU = words(
  'Was it you? Then all is well. If not, sign out everywhere under Account Settings, and make sure that nobody else can read your email.',
)

export const IDENTITY_NOTICES = {
  'account: sign-in': {
    title: words('A new sign-in to your account'),
    body: [words('Someone just signed in to your account from a new device: {device}, on {at}.'), WAS_IT_YOU],
  },
  'account: passkey-sign-in': {
    title: words('A sign-in with your passkey'),
    body: [words('Someone has just signed in to your account with a passkey: {device}, on {at}.'), WAS_IT_YOU],
  },
  'account: passkey-added': {
    title: words('A passkey was added to your account'),
    body: [
      words('Someone has just added a passkey, with which they can sign in without a code: {device}, on {at}.'),
      WAS_IT_YOU,
    ],
  },
  'account: exported': {
    title: words('Your data was downloaded'),
    body: [words('Someone has just downloaded all data of your account: {device}, on {at}.'), WAS_IT_YOU],
  },
} as const
