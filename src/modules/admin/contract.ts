import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'
import { PageQuery, PlaceQuery } from '../../platform/page.ts'
import { text, trimmed } from '../../platform/text/text.ts'
import { words } from '../../platform/language/words.ts'
import { CATALOG_CODES, Category, CategoryPrice, itemParams, LISTING_STATUSES } from '../catalog/contract.ts'
import { APPEAL_HOURS, PROBLEM_REASONS } from '../handover/constants.ts'
import { HANDOVER_CODES } from '../handover/contract.ts'
import { IDENTITY_CODES } from '../identity/contract.ts'
import { Message } from '../messaging/contract.ts'
import { CLEARABLE_ALARMS, DeliveryMethod, ItemIds, PURCHASING_CODES, PurchaseState } from '../purchasing/contract.ts'
import { SUPPLY_TARGET, WALLET_CODES } from '../wallet/contract.ts'
import { WAIT_KINDS } from './constants.ts'
import { LOG_KINDS, type LogKind } from './log-sentences.ts'

export const ADMIN_CODES = {
  ADMIN_EXISTS: 'ADMIN_EXISTS',
  SETUP_TOKEN_WRONG: 'SETUP_TOKEN_WRONG',
  ALREADY_REPORTED: 'ALREADY_REPORTED',
  OWN_SUBJECT: 'OWN_SUBJECT',
  SUBJECT_NOT_FOUND: 'SUBJECT_NOT_FOUND',
  REPORT_NOT_FOUND: 'REPORT_NOT_FOUND',
  REPORT_DECIDED: 'REPORT_DECIDED',
  NOT_HIDEABLE: 'NOT_HIDEABLE',
  TARGET_IS_ADMIN: 'TARGET_IS_ADMIN',
  NOT_AN_ADMIN: 'NOT_AN_ADMIN',
  APPEALED: 'APPEALED',
  APPEAL_NOT_FOUND: 'APPEAL_NOT_FOUND',
  APPEAL_DECIDED: 'APPEAL_DECIDED',
  ACTION_NOT_FOUND: 'ACTION_NOT_FOUND',
  UNDO_OVER: 'UNDO_OVER',
  UNDO_OVERTAKEN: 'UNDO_OVERTAKEN',
  TAKEN: 'TAKEN',
  WORDS_CHANGED: 'WORDS_CHANGED',
  SITE_CHANGED: 'SITE_CHANGED',
  SITE_FIXED: 'SITE_FIXED',
} as const

/** A number, or text with up to two decimals. */
export const amount = (pattern: RegExp, message: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    trimmed(20, message, message).regex(pattern, message),
  )
/** 0 to 100. */
const percentage = amount(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, words('Must be a valid percentage'))
const supplyTarget = amount(SUPPLY_TARGET, words('The supply target must be between 1 and 1000 tokens'))
/** In the market's currency, 0 to 10000. */
const retailPrice = amount(
  /^(10000(\.0{1,2})?|\d{1,4}(\.\d{1,2})?)$/,
  words('Retail price must be between 0 and 10000'),
)
const tokenPrice = z
  .number()
  .int(words('Token price must be a whole number'))
  .min(1, words('Token price must be at least 1'))
  .max(100, words('Token price must be at most 100'))

export const Settings = z.object({
  processingFeePercentage: z.string(),
  transactionFeePercentage: z.string(),
  /** Tokens for each member who was active in the last 90 days; absent while combos and streaks always pay in full. */
  supplyTarget: z.string().optional(),
  updatedAt: z.iso.datetime(),
})
export type Settings = z.infer<typeof Settings>

const categoryParams = z.strictObject({ category: Category })

export const adminExists = endpoint({
  method: 'GET',
  path: '/api/admin/exists',
  summary: 'Whether the market has ever had an admin.',
  access: 'public',
  response: z.object({ exists: z.boolean() }),
})
export const setupAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/setup',
  summary: 'Makes the caller admin while there has never been one; production also wants the setup token.',
  access: 'member',
  startsNew: false,
  who: 'Members, while there has never been an admin.',
  changes: 'The caller is an admin from then on.',
  body: z.strictObject({ setupToken: z.string().max(200).optional() }),
  response: z.object({ isAdmin: z.literal(true) }),
  errors: { 403: [ADMIN_CODES.SETUP_TOKEN_WRONG], 409: [ADMIN_CODES.ADMIN_EXISTS] },
})
export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'The two fee percentages; public, because buyers see the fee before they buy.',
  access: 'public',
  response: Settings,
})
export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Sets the fee percentages, and the supply that combos and streaks have to fit into.',
  access: 'admin',
  changes: 'Fees of purchases that begin from now on, and what combos and streaks pay in months not published yet.',
  body: z.strictObject({
    processingFeePercentage: percentage.optional(),
    transactionFeePercentage: percentage.optional(),
    /** null takes it away. */
    supplyTarget: supplyTarget.nullable().optional(),
  }),
  response: Settings,
  errors: { 409: [WALLET_CODES.TARGET_TOO_FAR] },
})
export const updateCategoryPrice = endpoint({
  method: 'PATCH',
  path: '/api/admin/category-prices/:category',
  summary: 'Sets the token price and the typical retail price of a category; existing listings keep theirs.',
  access: 'admin',
  changes: 'Prices of listings that are posted from now on.',
  params: categoryParams,
  body: z.strictObject({ tokenPrice: tokenPrice.optional(), retailPrice: retailPrice.optional() }),
  response: CategoryPrice,
  errors: { 404: [CATALOG_CODES.UNKNOWN_CATEGORY] },
})
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/admin/category-prices',
  summary: 'Adds a category; spaces in its name become hyphens.',
  access: 'admin',
  changes: 'One category more, with its prices; the log says who added it.',
  body: z.strictObject({
    category: trimmed(50)
      .overwrite((name) => name.toLowerCase().replace(/\s+/g, '-'))
      .pipe(Category),
    tokenPrice: tokenPrice.default(3),
    retailPrice: retailPrice.default('25'),
  }),
  response: CategoryPrice,
  status: 201,
  errors: { 409: [CATALOG_CODES.CATEGORY_EXISTS] },
})
export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/admin/category-prices/:category',
  summary: "Deletes a category; its listings stay under its name. `other` can't be deleted.",
  access: 'admin',
  changes: 'Nothing new can be listed in it; listings that exist keep it.',
  params: categoryParams,
  status: 204,
  errors: { 404: [CATALOG_CODES.UNKNOWN_CATEGORY], 409: [CATALOG_CODES.CATEGORY_KEPT] },
})
export const seedCategories = endpoint({
  method: 'POST',
  path: '/api/admin/seed-categories',
  summary: 'Adds the six built-in categories where they are missing; never overwrites a price.',
  access: 'admin',
  changes: 'Up to six categories more.',
  body: z.strictObject({}),
  response: z.object({ message: z.string() }),
})

const count = z.number().int()
/** An event that somebody should look at. `late_payment` came after the reservation was over and goes back by itself. */
const Alarm = z.object({
  kind: z.enum(WAIT_KINDS),
  count,
  /** The message of the failure. */
  reason: z.string().optional(),
  /** The time of the oldest; null where there are none, and where nobody notes it. */
  oldest: z.iso.datetime().nullable(),
})

export const Overview = z.object({
  members: count,
  /** A hidden one counts as `hidden` alone. */
  listings: z.record(z.enum([...LISTING_STATUSES, 'hidden']), count),
  purchases: z.record(PurchaseState, count),
  /** Things that were reported and wait for an admin, or their seller's answer. */
  problems: count,
  /** Decimal strings: what members can spend, what purchases hold, and the fees collected. */
  tokens: z.object({ inCirculation: z.string(), inEscrow: z.string(), fees: z.string() }),
  failedJobs: z.array(z.object({ id: z.string(), queue: z.string(), failedAt: z.iso.datetime(), error: z.string() })),
  /** One of each kind, also where nothing is wrong. */
  alarms: z.array(Alarm),
})
export type Overview = z.infer<typeof Overview>

/** A member as admins see them. */
export const Person = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
})

const AlarmKind = z.enum([...CLEARABLE_ALARMS, 'copied_photo'])
/** An alarm that only a person can settle. */
export const OpenAlarm = z.object({
  kind: AlarmKind,
  /** A purchase, an event of the card provider, or the listing with a copied photo. */
  subject: z.string(),
  /** The listing's title; null where the alarm is about no purchase. */
  title: z.string().nullable(),
  /** The card provider's words. */
  problem: z.string().nullable(),
  since: z.iso.datetime(),
  /** Buyer and seller; of a copied photo, who shows it now and who has before. */
  members: z.array(Person),
  /** The listing with a copied photo, and those that have shown it before. */
  listingIds: z.array(z.uuid()),
  /** Other members who pay with the refused card. */
  cardMembers: z.array(Person),
})
export type OpenAlarm = z.infer<typeof OpenAlarm>

/** Members who trade with each other alone. */
export const Ring = z.object({
  members: z.array(Person),
  trades: count,
  /** Trades among them that earned nothing because of who they were between or whose card paid. */
  suspicious: count,
  since: z.iso.datetime(),
})
export type Ring = z.infer<typeof Ring>

/** Much of the same within a day: one title listed again and again, or sign-ups from one private mail domain. */
export const Storm = z.object({
  kind: z.enum(['title', 'domain']),
  /** The title, or the domain. */
  name: z.string(),
  /** Listings, or members. */
  count,
  since: z.iso.datetime(),
  memberCount: count,
  /** The first of them; of a title, those who listed most. */
  members: z.array(Person),
})
export type Storm = z.infer<typeof Storm>

/** An admin write. `actor` is null for the operators' command line. */
export const AdminAction = z.object({
  id: z.string(),
  actor: Person.nullable(),
  action: z.string(),
  subject: z.string(),
  /** The subject's name, a message's sender, and its place on the site; null where it is gone, or no thing or person. */
  name: z.string().nullable(),
  listingId: z.uuid().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  createdAt: z.iso.datetime(),
  /** The time until which it can be undone; null where it can't, or not any more. */
  undoUntil: z.iso.datetime().nullable(),
  /** Whether it was undone. */
  undone: z.boolean(),
})
export type AdminAction = z.infer<typeof AdminAction>

const ActionsQuery = z.strictObject({
  by: z.uuid().optional(),
  kind: z.enum(Object.keys(LOG_KINDS) as [LogKind, ...LogKind[]]).optional(),
})
const limit = z.coerce.number().int().min(1).max(200).default(50)
const cursor = z
  .string()
  .max(80)
  .regex(/^\d{1,18}$/, words('Unknown page'))
  .optional()

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'How the market stands: counts, tokens, failed jobs and alarms.',
  access: 'admin',
  response: Overview,
})
export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/alarms',
  summary: "Alarms that wait for an admin's word, oldest first; the next ones follow when these 200 are cleared.",
  access: 'admin',
  response: z.array(OpenAlarm),
})
export const clearAlarm = endpoint({
  method: 'POST',
  path: '/api/admin/alarms/clear',
  summary: 'Clears an alarm that an admin has looked into; what they found is kept.',
  access: 'admin',
  changes: 'The alarm is closed with the note, which the log keeps. No balance changes.',
  body: z.strictObject({
    kind: AlarmKind,
    subject: z.string().min(1).max(200),
    word: text({
      min: 3,
      tooShort: words('Please say what you found'),
      max: 500,
      tooLong: words('Please say it in at most 500 characters'),
      lines: true,
    }),
  }),
  status: 204,
  errors: { 404: [PURCHASING_CODES.ALARM_NOT_FOUND] },
})
export const listRings = endpoint({
  method: 'GET',
  path: '/api/admin/rings',
  summary: 'Members who in the last 30 days traded with each other alone, the most suspicious first; 50 at most.',
  access: 'admin',
  response: z.array(Ring),
})
export const listStorms = endpoint({
  method: 'GET',
  path: '/api/admin/storms',
  summary:
    'One title listed 20 times within a day, or 10 new members from one private mail domain: a row each, the oldest ' +
    'first; 50 of each sort at most, with 20 members each. Nothing is hidden by numbers.',
  access: 'admin',
  response: z.array(Storm),
})
export const listActions = endpoint({
  method: 'GET',
  path: '/api/admin/actions',
  summary:
    "What admins have done, and read of members' private data, latest first, also by one admin or of one kind alone; Link " +
    'tells where the next page is.',
  access: 'admin',
  query: ActionsQuery.extend({ limit, cursor }),
  response: z.array(AdminAction),
})
export const downloadActions = endpoint({
  method: 'GET',
  path: '/api/admin/actions.csv',
  summary: 'The same as a table in words, in the language of the answer; the latest 10,000.',
  access: 'admin',
  query: ActionsQuery,
  kind: 'csv',
})

export const undoAction = endpoint({
  method: 'POST',
  path: '/api/admin/actions/:id/undo',
  summary:
    'Undoes an act of an admin within its minute, before whom it concerns is told: what can be undone says so by ' +
    '`Link: <…>; rel="undo"` in the answer to the act, and by `undoUntil` in the log.',
  access: 'admin',
  who: 'Admins, but not whom it is about.',
  changes: 'Everything is as it was before the act, and nobody is told. The log keeps both.',
  params: z.strictObject({ id: z.string().regex(/^\d{1,18}$/, words('There is no such act')) }),
  body: z.strictObject({}),
  status: 204,
  errors: {
    404: [ADMIN_CODES.ACTION_NOT_FOUND],
    409: [ADMIN_CODES.UNDO_OVER, ADMIN_CODES.UNDO_OVERTAKEN, ADMIN_CODES.OWN_SUBJECT],
  },
})

const search = trimmed(100, words('Please search for at most 100 characters')).default('')
export const SearchMembersQuery = PlaceQuery.extend({ search })
export type SearchMembersQuery = z.infer<typeof SearchMembersQuery>
export const SearchListingsQuery = PlaceQuery.extend({
  search,
  /** Only those of this member. */
  sellerId: z.uuid().optional(),
})
export type SearchListingsQuery = z.infer<typeof SearchListingsQuery>

export const FoundMember = Person.extend({
  isAdmin: z.boolean(),
  profileImageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type FoundMember = z.infer<typeof FoundMember>
export const FoundListing = z.object({
  id: z.uuid(),
  title: z.string(),
  photo: z.string().nullable(),
  status: z.enum(LISTING_STATUSES),
  hiddenAt: z.iso.datetime().nullable(),
  tokenPrice: z.string(),
  createdAt: z.iso.datetime(),
  seller: Person,
})
export type FoundListing = z.infer<typeof FoundListing>

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/admin/members',
  summary:
    'Members whose name, e-mail address or neighbourhood contains the text, or whose phone number ends with it, newest ' +
    'first; Link tells where the next page is.',
  access: 'admin',
  query: SearchMembersQuery,
  response: z.array(FoundMember),
})
export const searchListings = endpoint({
  method: 'GET',
  path: '/api/admin/listings',
  summary:
    'Listings whose title contains the text, newest first, hidden and withdrawn ones too; Link tells where the next page is.',
  access: 'admin',
  query: SearchListingsQuery,
  response: z.array(FoundListing),
})

const REPORT_REASONS = ['prohibited', 'misleading', 'spam', 'harassment', 'unsafe', 'other'] as const
const REPORT_SUBJECTS = ['listing', 'message', 'member', 'thanks'] as const
const DECISIONS = ['dismiss', 'warn', 'hide'] as const

export const ReportBody = z.strictObject({
  subject: z.strictObject({ kind: z.enum(REPORT_SUBJECTS), id: z.uuid() }),
  reason: z.enum(REPORT_REASONS, words('Please choose a reason')),
  details: trimmed(1000, words('Please describe it in at most 1000 characters')).optional(),
})
export type ReportBody = z.infer<typeof ReportBody>

export const Report = z.object({
  id: z.uuid(),
  subject: z.object({
    kind: z.enum(REPORT_SUBJECTS),
    id: z.uuid(),
    /** The listing's title, the message, the member's name or the thank-you; null when it is gone. */
    text: z.string().nullable(),
    description: z.string().nullable(),
    /** The messages before the reported one, oldest first, five at most; only as long as there is something to decide. */
    before: z.array(Message),
    /** The listing's first photo, or the member's picture. */
    photo: z.string().nullable(),
    /** Where to look at it on the site, for a listing that is not withdrawn. */
    listingId: z.uuid().nullable(),
    hiddenAt: z.iso.datetime().nullable(),
  }),
  /** The owner of the listing, the author of the message, or the reported member. */
  about: Person,
  reporter: Person,
  reason: z.enum(REPORT_REASONS),
  details: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** All who have reported the same, the earliest first; 20 at most. */
  voices: z.array(
    z.object({
      reporter: Person,
      reason: z.enum(REPORT_REASONS),
      details: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The number of members who have reported the same, decided together. */
  reportsOfSubject: count,
  decision: z
    .object({ action: z.enum(DECISIONS), note: z.string().nullable(), decidedAt: z.iso.datetime(), by: Person })
    .nullable(),
})
export type Report = z.infer<typeof Report>

/** The admin's reason, for whom it concerns. */
export const Reason = text({
  min: 3,
  tooShort: words('Please say why'),
  max: 500,
  tooLong: words('Please say it in at most 500 characters'),
  lines: true,
})
const note = Reason
export const DecideReportBody = z
  .strictObject({ action: z.enum(DECISIONS), note: note.optional() })
  .refine(({ action, note: why }) => action === 'dismiss' || why !== undefined, {
    path: ['note'],
    message: words('Please say why: the member will read it'),
  })
export type DecideReportBody = z.infer<typeof DecideReportBody>

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Reports a listing, a received message, a member or a thank-you to the admins; once for each.',
  access: 'member',
  startsNew: false,
  changes: 'One report waits on the desk of the admins. The reported member is not told.',
  body: ReportBody,
  response: z.object({ id: z.uuid() }),
  status: 201,
  errors: { 404: [ADMIN_CODES.SUBJECT_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT, ADMIN_CODES.ALREADY_REPORTED] },
})
export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary:
    'Reports that wait for a decision, oldest first, or decided ones, latest first, those about the same as one with all its ' +
    'voices; Link tells where the next page is.',
  access: 'admin',
  changes: 'The log says who has read messages of members, once an hour.',
  query: PageQuery.extend({ state: z.enum(['open', 'decided']).default('open') }),
  response: z.array(Report),
})
export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  summary:
    'Decides a report and all others of the same subject: dismiss, warn the member, or hide the listing or the thank-you.',
  access: 'admin',
  changes: 'The report and all others about the same are closed, the reporters are told, and what was decided happens.',
  params: z.strictObject({ id: z.uuid() }),
  body: DecideReportBody,
  response: Report,
  errors: {
    404: [ADMIN_CODES.REPORT_NOT_FOUND],
    409: [ADMIN_CODES.REPORT_DECIDED, ADMIN_CODES.NOT_HIDEABLE, ADMIN_CODES.OWN_SUBJECT],
  },
})
/** Reasons that admins have ready; `version` counts their changes. */
export const CannedWords = z.strictObject({ version: z.int().min(0), words: z.array(Reason).max(20) })
export type CannedWords = z.infer<typeof CannedWords>
export const getCannedWords = endpoint({
  method: 'GET',
  path: '/api/admin/canned-words',
  summary: 'The reasons that admins have ready.',
  access: 'admin',
  response: CannedWords,
})
export const changeCannedWords = endpoint({
  method: 'PUT',
  path: '/api/admin/canned-words',
  summary: 'Takes the place of the ready-made words of that version.',
  access: 'admin',
  changes: 'All admins can choose them. The log keeps what they were.',
  body: CannedWords,
  response: CannedWords,
  errors: { 409: [ADMIN_CODES.WORDS_CHANGED] },
})
const MOST_HIDDEN_AT_ONCE = 100
const Visibility = z.object({ hiddenAt: z.iso.datetime().nullable(), hiddenReason: z.string().nullable() })
export const hideListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/hide',
  summary: 'Hides a listing from everybody but its owner, who is told why.',
  access: 'admin',
  changes: 'The listing leaves every list, its owner is told the reason, the log keeps it.',
  params: itemParams,
  body: z.strictObject({ reason: note }),
  response: Visibility,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT] },
})
export const hideListings = endpoint({
  method: 'POST',
  path: '/api/admin/listings/hide',
  summary: 'Hides up to 100 listings for one reason, all of them or none; answers by which acts it can be undone.',
  access: 'admin',
  changes: 'The listings leave every list, their owners are told the reason, the log keeps each.',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(MOST_HIDDEN_AT_ONCE), reason: note }),
  response: z.object({ actionIds: z.array(z.string()) }),
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT] },
})
const KeptPromises = z.object({ kept: count, of: count })
/** Orders of a member besides the one in question; `together` are those with its other side. */
const EarlierTrades = z.object({
  bought: count,
  sold: count,
  calledOff: count,
  reported: count,
  reportedAbout: count,
  together: count,
})
/** An order whose buyer has reported a problem with things in it; the amounts of tokens are theirs alone. */
export const Dispute = z.object({
  purchaseId: z.uuid(),
  listingId: z.uuid().nullable(),
  title: z.string(),
  /** The things that a decision is awaited about. */
  lines: z.array(
    z.object({
      listingId: z.uuid().nullable(),
      title: z.string(),
      tokenPrice: z.string(),
      tokenFee: z.string(),
      reason: z.string(),
    }),
  ),
  /**
   * The tokens in escrow for the seller, the fee beside it, what the card paid for the order in its currency, what of
   * that goes back where all of `lines` are refunded, and for each where only some are: decimal strings.
   */
  tokenPrice: z.string(),
  tokenFee: z.string(),
  cardAmount: z.string(),
  cardRefund: z.string(),
  cardPerItem: z.string(),
  currency: z.string(),
  deliveryMethod: DeliveryMethod,
  reason: z.string(),
  purchasedAt: z.iso.datetime(),
  disputedAt: z.iso.datetime(),
  /** The buyer's word for it, and the seller's answer; null where they have not said. */
  kind: z.enum(PROBLEM_REASONS).nullable(),
  answer: z.string().nullable(),
  answerUntil: z.iso.datetime(),
  /** The last that was agreed on. */
  appointment: z.object({ start: z.iso.datetime(), missed: z.boolean() }).nullable(),
  /** Whether the seller has shown the code of the door: then only an admin's silence refunds the buyer, at the end of the 7 days. */
  codeShown: z.boolean(),
  /** Wrong codes that were tried at the door. */
  wrongCodes: count,
  /** Appointments that each has kept, of all they had. */
  promises: z.object({ buyer: KeptPromises, seller: KeptPromises }),
  /** Other trades of each. */
  trades: z.object({ buyer: EarlierTrades, seller: EarlierTrades }),
  /** The decision that `lines` were given before, where they are decided anew. */
  appeal: z
    .object({
      decision: z.enum(['release', 'refund']),
      reason: z.string(),
      /** The first name of the admin. */
      decidedBy: z.string().nullable(),
      words: z.string(),
      /** Then the first decision is carried out. */
      until: z.iso.datetime(),
    })
    .nullable(),
  /** Whether the caller may decide: not an appeal against themselves, nor a trade of their own, where there are others. */
  mayDecide: z.boolean(),
  buyer: Person,
  seller: Person,
})
export type Dispute = z.infer<typeof Dispute>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  summary:
    'Reported problems with purchases that wait for a decision, oldest first; Link tells where the next page is.',
  access: 'admin',
  query: PageQuery,
  response: z.array(Dispute),
})
export const listDisputeMessages = endpoint({
  method: 'GET',
  path: '/api/admin/disputes/:id/messages',
  summary:
    'What buyer and seller of a reported purchase wrote to each other, latest first, in pages; only until it is decided.',
  access: 'admin',
  changes: 'The log says who has read it, once an hour.',
  params: z.strictObject({ id: z.uuid() }),
  query: PageQuery,
  response: z.array(Message),
  errors: { 404: [PURCHASING_CODES.PURCHASE_NOT_FOUND] },
})
export const decideDispute = endpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id',
  summary:
    'Decides a reported problem, or the named things in it, for both sides to read: the tokens go to the seller, or tokens ' +
    `and card fee back to the buyer. It takes effect after ${APPEAL_HOURS} hours, or once the side that lost accepts it; ` +
    'an appeal is decided by another admin, where there is one: that is final and takes effect at once.',
  access: 'admin',
  changes: 'The decision is announced to both sides; escrow and card follow when it takes effect.',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    decision: z.enum(['release', 'refund']),
    itemIds: ItemIds.optional(),
    reason: note,
  }),
  response: z.object({ state: PurchaseState }),
  errors: {
    403: [HANDOVER_CODES.OTHER_ADMIN_DECIDES],
    404: [PURCHASING_CODES.PURCHASE_NOT_FOUND],
    409: [PURCHASING_CODES.DISPUTE_NOT_OPEN],
  },
})
export const restoreListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/restore',
  summary: 'Shows a hidden listing again and tells its owner.',
  access: 'admin',
  changes: 'The listing is public again and its owner is told.',
  params: itemParams,
  body: z.strictObject({}),
  response: Visibility,
  errors: { 404: [CATALOG_CODES.LISTING_NOT_FOUND], 409: [ADMIN_CODES.OWN_SUBJECT] },
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  summary: 'All data of the signed-in member, as a JSON file; within five minutes of signing in by code.',
  access: 'member',
  errors: { 403: [IDENTITY_CODES.FRESH_CODE_NEEDED] },
  response: z.looseObject({ exportedAt: z.iso.datetime() }),
})
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary:
    'Deletes the account, within five minutes of signing in by code: personal data goes, the ledger stays. Open purchases and sales must be settled first.',
  access: 'member',
  startsNew: false,
  changes:
    "Profile, listings, sessions, devices and passkeys are gone, remaining tokens can no longer be spent. It can't be undone.",
  status: 204,
  errors: {
    403: [IDENTITY_CODES.FRESH_CODE_NEEDED],
    409: [PURCHASING_CODES.OPEN_TRADES, IDENTITY_CODES.LAST_ADMIN],
  },
})
