/** An address under `/api` that a browser goes to, instead of a call that a page makes. */
export interface Navigation {
  path: string
  operationId: string
  tag: string
  summary: string
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
    answers: { 302: 'To `/api/login`.' },
  },
  {
    path: '/api/auth/oidc',
    operationId: 'goToProvider',
    tag: 'identity',
    summary: 'Leads to the OpenID Connect provider.',
    query: RETURN_TO,
    answers: { 302: 'To the provider, or to `/api/login?error=away`.', 404: 'There is no provider here.' },
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
    answers: { 302: 'To where sign-in began, or to `/api/login?error=…`.', 404: 'There is no provider here.' },
  },
  {
    path: '/api/logout',
    operationId: 'signOut',
    tag: 'identity',
    summary: "Ends the session on the server; ignored when another site's page leads here.",
    answers: { 302: 'To `/`.' },
  },
  {
    path: '/api/docs',
    operationId: 'readReference',
    tag: 'reference',
    summary: 'This document, for reading.',
    answers: { 200: 'A page.' },
  },
]
