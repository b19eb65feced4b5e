import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { LANGUAGES } from '../../platform/language/words.ts'
import { SITE_PAGES, UNITS } from '../../platform/site/look.ts'

export * from './member/contract.ts'
export * from './sign-in/contract.ts'

/** The site as it describes itself to everybody, before anybody has signed in. */
export const Site = z.object({
  name: z.string(),
  /** The market's own, in its own words; null is the product's, in each language. */
  tagline: z.string().nullable(),
  place: z.string().nullable(),
  contact: z.string().nullable(),
  /** False until the first admin has answered what the site is to be, or put it aside. */
  setUp: z.boolean(),
  /** Path of a photo of the neighbourhood. */
  photo: z.string().nullable(),
  /** The pages that say something: `/terms`, `/privacy`, `/imprint`. */
  pages: z.array(z.enum(SITE_PAGES)),
  /** By ISO 4217, in small letters. */
  currency: z.string(),
  /** The language spoken with whoever asks for nothing else. */
  language: z.enum(LANGUAGES),
  /** Units for weights and distances on the site; the API has pounds and kilometres. */
  units: z.enum(UNITS),
  /** The card's part of orders that begin now, in the currency's smallest unit: once, and for each thing. */
  cardFee: z.object({ orderCents: z.int(), itemCents: z.int() }),
  demo: z.boolean(),
  /** Parts that are simulated in this installation, each a short phrase for the footer. */
  simulated: z.array(z.string()),
  /**
   * The source of suggestions for a listing from its photos: an AI, the built-in analyser, or nobody; then the forms
   * begin with their fields.
   */
  photoAnalysis: z.enum(['ai', 'offline', 'none']),
  onScreenCodes: z.boolean(),
  /** By whose clock appointments and deadlines are: a name such as Europe/Vienna. */
  timeZone: z.string(),
  /** Whether a code can be had at all (mail or screen). */
  codes: z.boolean(),
  /** Host name of the OpenID Connect provider, where there is one. */
  oidc: z.string().nullable(),
  demoMembers: z.array(
    z.object({ id: z.uuid(), name: z.string(), note: z.string(), profileImageUrl: z.string().nullable() }),
  ),
})
export type Site = z.infer<typeof Site>

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'What the site is called, how it counts, which ways to sign in there are, and what is simulated.',
  access: 'public',
  response: Site,
})
