import type { Kind } from '../contract.ts'
import type { Told } from './letters.ts'

type Sample = Pick<Told, 'title' | 'body' | 'path' | 'button' | 'stopPath'>

/** One notice of each kind as this site tells it, about people and things that don't exist. */
const SAMPLES: Record<Kind, Sample> = {
  account: {
    title: 'A new sign-in to your account',
    body: 'Someone just signed in to your account from a new device: Firefox on Linux.\n\nWas it you? Then all is well.',
    path: '/account',
    button: 'Account Settings',
    stopPath: null,
  },
  messages: {
    title: 'A neighbour wrote to you',
    body: 'Ben has sent you a message about "Wooden train set".',
    path: '/inbox',
    button: 'Read it',
    stopPath: null,
  },
  trades: {
    title: 'You sold something',
    body: 'Ben has bought "Wooden train set".',
    path: '/purchases',
    button: 'See your sales',
    stopPath: null,
  },
  reminders: {
    title: 'Did you get what you bought?',
    body: '"Wooden train set" waits for your word that it has arrived.',
    path: '/purchases',
    button: 'See your purchases',
    stopPath: null,
  },
  'thank-yous': {
    title: 'A thank-you for you',
    body: 'Ben thanks you for "Wooden train set".',
    path: '/profile',
    button: 'See it',
    stopPath: null,
  },
  alerts: {
    title: 'New in your saved search',
    body: '"Wooden train set", about 1 km away.',
    path: '/',
    button: 'See it',
    stopPath: '/unsubscribe/searches?ids=sample&signature=sample',
  },
}

export const samples = (): Told[] =>
  Object.entries(SAMPLES).map(([kind, sample]) => ({ id: `sample-${kind}`, kind: kind as Kind, ...sample }))
