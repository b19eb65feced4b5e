import * as client from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { withDeadline } from '../../../platform/process/deadline.ts'
import { Email, FirstName, LastName } from '../contract.ts'

const TIMEOUT_MS = 10_000

/** Values that the browser keeps between leaving for the provider and coming back. */
export const Departure = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
})
export type Departure = z.infer<typeof Departure>

/** The person for whom the provider vouches. */
export interface Identity {
  /** Issuer and subject: unique and never given to somebody else. */
  subject: string
  /** Null unless the provider says that it is verified. */
  email: string | null
  firstName?: string | undefined
  lastName?: string | undefined
}

export interface OidcProvider {
  depart(returnTo: string): Promise<{ url: URL; departure: Departure }>
  /** @param callback the address the browser came back to, with its query */
  arrive(callback: URL, departure: Departure): Promise<Identity>
}

/** Authorization code flow with PKCE, state and nonce. The provider is looked up at the first sign-in. */
export function createOidcProvider(config: Config): OidcProvider {
  let discovered: Promise<client.Configuration> | undefined
  const provider = () => {
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    async depart(returnTo) {
      const departure = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        returnTo,
      }
      const url = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: `${config.publicUrl}/api/auth/oidc/callback`,
        scope: 'openid email profile',
        state: departure.state,
        nonce: departure.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        code_challenge_method: 'S256',
      })
      return { url, departure }
    },
    async arrive(callback, departure) {
      const tokens = await client.authorizationCodeGrant(await provider(), callback, {
        pkceCodeVerifier: departure.verifier,
        expectedState: departure.state,
        expectedNonce: departure.nonce,
        idTokenExpected: true,
      })
      return readIdentity(await provider(), tokens)
    },
  }
}

function discover(config: Config): Promise<client.Configuration> {
  const issuer = new URL(config.OIDC_ISSUER)
  const insecure = issuer.protocol === 'http:' && !config.production
  const options = {
    ...(insecure ? { execute: [client.allowInsecureRequests] } : {}),
    [client.customFetch]: ask,
  }
  return client.discovery(issuer, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET, undefined, options)
}

/** Somebody waits in front of a screen for it. Every later request of the configuration goes this way, too. */
const ask: client.CustomFetch = (url, options) =>
  withDeadline(TIMEOUT_MS, async (signal) => {
    const answer = await fetch(url, { ...(options as RequestInit), signal })
    return new Response(await answer.arrayBuffer(), answer)
  })

const Claims = z.object({
  email: Email.optional(),
  email_verified: z.boolean().optional(),
  // A name that we would not take from the member themselves is asked for instead.
  given_name: FirstName.optional().catch(undefined),
  family_name: LastName.optional().catch(undefined),
})

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function readIdentity(provider: client.Configuration, tokens: Tokens): Promise<Identity> {
  const idToken = tokens.claims()
  if (!idToken) throw new Error('the provider sent no ID token')
  // Many providers put the address only into the answer of their user info endpoint. All is read from one of the two:
  // what one says of its address does not hold for the other's.
  const source = idToken['email'] ? idToken : await client.fetchUserInfo(provider, tokens.access_token, idToken.sub)
  const claims = Claims.parse(source)
  return {
    subject: `${idToken.iss} ${idToken.sub}`,
    email: claims.email_verified === true ? (claims.email ?? null) : null,
    firstName: claims.given_name,
    lastName: claims.family_name || undefined,
  }
}
