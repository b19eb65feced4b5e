import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { LANGUAGES, words } from '../../../platform/language/words.ts'
import { isCurrency, isTimeZone, SITE_PAGES, UNITS } from '../../../platform/site/look.ts'
import { text } from '../../../platform/text/text.ts'
import { CATALOG_CODES } from '../../catalog/contract.ts'
import { ADMIN_CODES, amount } from '../desk/contract.ts'

const MAX_PAGE = 50_000

/** Empty is none. */
const optionalText = (max: number) =>
  text({
    min: 0,
    tooShort: words('This is not valid'),
    max,
    tooLong: words('This is too long'),
  })
/** As it was written: composing the characters of so long a text may take long. */
const page = z
  .string()
  .max(MAX_PAGE, words('This is too long'))
  .overwrite((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => !/[^\P{Cc}\n\t]/u.test(value), words("Contains characters that can't be shown"))

/** The desk only shows what the environment sets. */
const Fixed = z.object({ timeZone: z.boolean(), language: z.boolean(), currency: z.boolean(), units: z.boolean() })

export const SiteSettings = z.object({
  /** The number of the last change: a call that saves names it. */
  version: z.int(),
  name: z.string(),
  tagline: z.string(),
  place: z.string(),
  contact: z.string(),
  photo: z.string().nullable(),
  timeZone: z.string(),
  language: z.enum(LANGUAGES),
  currency: z.string(),
  units: z.enum(UNITS),
  /** The card's payment from now on, decimal text in the market's currency. */
  cardPerOrder: z.string(),
  cardPerItem: z.string(),
  /** Markdown. */
  terms: z.string(),
  privacy: z.string(),
  imprint: z.string(),
  /** Whether the first questions have been answered, or put aside. */
  setUp: z.boolean(),
  fixed: Fixed,
})
export type SiteSettings = z.infer<typeof SiteSettings>

export const UpdateSiteBody = z.strictObject({
  /** The version of the settings that this changes. */
  version: z.int().min(0),
  name: optionalText(40).optional(),
  tagline: optionalText(80).optional(),
  place: optionalText(80).optional(),
  contact: optionalText(200).optional(),
  /** Path of a photo that the caller has uploaded; null for none. */
  photo: z.string().max(200).nullable().optional(),
  timeZone: z.string().max(60).refine(isTimeZone, words('There is no such time zone')).optional(),
  language: z.enum(LANGUAGES).optional(),
  currency: z
    .string()
    .max(10)
    .toLowerCase()
    .refine(isCurrency, words('Choose a currency with two decimals, such as eur'))
    .optional(),
  units: z.enum(UNITS).optional(),
  cardPerOrder: amount(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, words('Must be an amount from 0 to 100')).optional(),
  /** It is also what is charged alone, for a thing that is added to an order: no card pays less than 0.50. */
  cardPerItem: amount(
    /^(100(\.0{1,2})?|[1-9]\d?(\.\d{1,2})?|0\.[5-9]\d?)$/,
    words('Must be an amount from 0.50 to 100'),
  ).optional(),
  terms: page.optional(),
  privacy: page.optional(),
  imprint: page.optional(),
  setUp: z.literal(true).optional(),
})
export type UpdateSiteBody = z.output<typeof UpdateSiteBody>

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/api/admin/site',
  summary: 'What the admins say about their site.',
  access: 'admin',
  response: SiteSettings,
})
export const updateSite = endpoint({
  method: 'PATCH',
  path: '/api/admin/site',
  summary:
    'Sets what the site is called and how it counts: name, place, contact, zone, language, currency, units, both parts of the card fee, and the pages terms, privacy and imprint (Markdown).',
  access: 'admin',
  changes:
    'Pages, mails and notices from now on; what the card pays for orders that begin from now on. Orders that were made keep their fee and their currency.',
  body: UpdateSiteBody,
  response: SiteSettings,
  errors: { 403: [CATALOG_CODES.PHOTO_NOT_YOURS], 409: [ADMIN_CODES.SITE_CHANGED, ADMIN_CODES.SITE_FIXED] },
})

export const getSitePage = endpoint({
  method: 'GET',
  path: '/api/site/:page',
  summary: 'One of the pages in the words of the admins, as HTML without scripts; 404 while it says nothing.',
  access: 'public',
  params: z.strictObject({ page: z.enum(SITE_PAGES) }),
  response: z.object({ page: z.enum(SITE_PAGES), html: z.string() }),
})
