import MarkdownIt from 'markdown-it'
import type { Context } from '../../../platform/context.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { SitePage } from '../../../platform/site/look.ts'
import {
  changeSite,
  lockSite,
  readSite,
  readSiteRow,
  readSiteText,
  refreshSite,
  type SiteChange,
  type SiteRow,
} from '../../../platform/site/site.ts'
import type { Reader } from '../../../platform/database.ts'
import { requireOwnPhotos } from '../../catalog/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actAsAdmin, type Acted } from '../log/admin-action.ts'
import type { SiteSettings, UpdateSiteBody } from './contract.ts'

export async function readSiteSettings({ db, config }: Context, reader: Reader = db): Promise<SiteSettings> {
  const site = await readSite(reader, config)
  const { version, name, ...pages } = await readSiteText(reader)
  const { tagline, place, contact, photo, timeZone, language, currency, units, cardFee, setUp } = site
  return {
    version,
    name,
    tagline: tagline ?? '',
    place: place ?? '',
    contact: contact ?? '',
    photo,
    timeZone,
    language,
    currency,
    units,
    cardPerOrder: formatHundredths(BigInt(cardFee.orderCents)),
    cardPerItem: formatHundredths(BigInt(cardFee.itemCents)),
    ...pages,
    setUp,
    fixed: config.fixed,
  }
}

/**
 * Sets what is given and leaves the rest. Of two admins who have seen the same, the first to save wins; the other one looks
 * again.
 * @throws Conflict SITE_CHANGED, or SITE_FIXED for what the environment sets; AppError PHOTO_NOT_YOURS 403
 */
export async function updateSite(
  ctx: Context,
  actorId: string,
  { version, ...change }: UpdateSiteBody,
): Promise<Acted<SiteSettings>> {
  const saved = await actAsAdmin(ctx, actorId, async (trx, now) => {
    if ((await lockSite(trx)) !== version)
      throw new Conflict(ADMIN_CODES.SITE_CHANGED, 'Another admin has just saved the site. Please look at it again.')
    const before = await readSiteSettings(ctx, trx)
    const row = await readSiteRow(trx)
    for (const name of ['timeZone', 'language', 'currency', 'units'] as const)
      if (ctx.config.fixed[name] && change[name] !== undefined && change[name] !== before[name])
        throw new Conflict(ADMIN_CODES.SITE_FIXED, 'The environment of the server sets this')
    if (typeof change.photo === 'string' && change.photo !== before.photo)
      await requireOwnPhotos(trx, { ownerId: actorId, urls: [change.photo] })
    await changeSite(trx, rowOf(change), now)
    const after = await readSiteSettings(ctx, trx)
    const [was, is] = difference(before, after)
    return {
      change: { action: 'site.update', subject: 'settings', before: beginnings(was), after: beginnings(is) },
      result: after,
      undo: [{ put: 'site', columns: changedColumns(row, await readSiteRow(trx)) }],
    }
  })
  await refreshSite(ctx)
  return saved
}

const rowOf = ({ cardPerOrder, cardPerItem, ...change }: Omit<UpdateSiteBody, 'version'>): SiteChange => ({
  ...change,
  ...(cardPerOrder !== undefined && { orderCents: Number(parseHundredths(cardPerOrder)) }),
  ...(cardPerItem !== undefined && { itemCents: Number(parseHundredths(cardPerItem)) }),
})

/** Characters of a text that the log keeps. */
const BEGINNING = 200

type Values = Omit<SiteSettings, 'version' | 'fixed'>

/** The fields whose values differ, with their values before the change and after it. */
function difference(before: SiteSettings, after: SiteSettings): [Partial<Values>, Partial<Values>] {
  const names = (Object.keys(after) as (keyof SiteSettings)[]).filter(
    (name) => name !== 'version' && name !== 'fixed' && before[name] !== after[name],
  )
  const values = (of: SiteSettings): Partial<Values> => Object.fromEntries(names.map((name) => [name, of[name]]))
  return [values(before), values(after)]
}

/** The columns that a change has set, as they were; that the first questions are answered stays. */
const changedColumns = (before: SiteRow, after: SiteRow): Partial<SiteRow> =>
  Object.fromEntries(Object.entries(before).filter(([column, value]) => value !== after[column as keyof SiteRow]))

/** The log keeps only the beginning of long texts. */
const beginnings = (values: Partial<Values>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, BEGINNING) : value,
    ]),
  )

/** The page that was made last of each: it changes once in years. */
const made = new Map<SitePage, { markdown: string; html: string }>()

/** @throws NotFound while the page says nothing */
export async function readSitePage({ db }: Context, page: SitePage): Promise<{ page: SitePage; html: string }> {
  const markdown = (await readSiteText(db))[page]
  if (markdown === '') throw new NotFound('There is no such page')
  const known = made.get(page)
  const html = known?.markdown === markdown ? known.html : pageMaker.render(markdown)
  made.set(page, { markdown, html })
  return { page, html }
}

/**
 * Markup in an admin's Markdown is shown as the text that it is, and there are no pictures, which would tell others who
 * reads this. What is nested a hundred deep is left out.
 */
const pageMaker = new MarkdownIt('commonmark', { html: false, maxNesting: 100 }).disable('image')
/** Links lead to the web, mail, telephones, and within this site. */
pageMaker.validateLink = (url) => /^(?:https?:|mailto:|tel:|[/?#]|[^:]*$)/i.test(url)
