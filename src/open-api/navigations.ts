/** An address under `/api` that a browser goes to, instead of a call that a page makes. */
export interface Navigation {
  path: string
  operationId: string
  tag: string
  summary: string
  /** Its effect; nothing where left out. */
  changes?: string
  /** Query parameter -> what it is for. Others are ignored. */
  query?: Record<string, string>
  answers: Record<number, string>
}

const RETURN_TO = { returnTo: 'A path on this site to go to after signing in; anything else means `/`.' }

/** Everything under `/api` that is no {@link Endpoint}. */
export const NAVIGATIONS: Navigation[] = [
  {
    path: '/api/login',
    operationId: 'signInScreen',
    tag: 'identity',
    summary: 'The sign-in screen.',
    query: { ...RETURN_TO, error: 'Why the last attempt failed, in one word.' },
    answers: { 200: 'A page.' },
  },
  {
    path: '/api/auth/login',
    operationId: 'goToSignIn',
    tag: 'identity',
    summary: 'Leads to the sign-in screen.',
    query: RETURN_TO,
    answers: { 200: 'The sign-in screen, where the browser has followed.', 302: 'To `/api/login`.' },
  },
  {
    path: '/api/auth/oidc',
    operationId: 'goToProvider',
    tag: 'identity',
    summary: 'Leads to the OpenID Connect provider.',
    query: RETURN_TO,
    answers: {
      200: "The provider's page, where the browser has followed.",
      302: 'To the provider, or to `/api/login?error=away`.',
      404: 'There is no provider here.',
    },
  },
  {
    path: '/api/auth/oidc/callback',
    operationId: 'returnFromProvider',
    tag: 'identity',
    summary: 'Where the OpenID Connect provider sends the browser back to; a new address becomes a member.',
    query: {
      code: "The provider's code.",
      state: 'As it was sent there.',
      iss: 'The provider.',
      error: 'Its refusal.',
    },
    changes: 'A new session; for a new address a member with the welcome bonus.',
    answers: {
      200: 'The page where the browser has followed.',
      302: 'To where sign-in began, or to `/api/login?error=…`.',
      404: 'There is no provider here.',
    },
  },
  {
    path: '/api/logout',
    operationId: 'signOut',
    tag: 'identity',
    summary: "Ends the session on the server; ignored when another site's page leads here.",
    changes: 'The session is gone on the server, and its cookie in the browser.',
    answers: { 200: 'The home page, where the browser has followed.', 302: 'To `/`.' },
  },
  {
    path: '/api/docs',
    operationId: 'readReference',
    tag: 'reference',
    summary: 'This document, for reading.',
    query: { call: 'The operation id of a call that is shown in full.', filter: 'Words that a call of the list has.' },
    answers: { 200: 'A page.' },
  },
]
