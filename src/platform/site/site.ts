import type { Config } from '../config.ts'
import type { Reader, Tables, Trx } from '../database.ts'
import type { Listener } from '../database/listener.ts'
import { languageNamed, type Language } from '../language/words.ts'
import type { Logger } from '../process/logger.ts'
import { NAME, SITE_PAGES, type CardFee, type Look, type SitePage, type Units } from './look.ts'

/** A market's own description, and how it counts: the environment comes first, then the admins, then the default. */
export interface Site extends Look {
  place: string | null
  contact: string | null
  photo: string | null
  timeZone: string
  /** Else it is the machine's. */
  timeZoneChosen: boolean
  language: Language
  /** The fee of orders that begin now; each keeps its own. */
  cardFee: CardFee
  /** The pages that say something. */
  pages: SitePage[]
  setUp: boolean
}

/** PostgreSQL's channel that tells of a change. */
const SITE_CHANGED = 'site_changed'

/** The site as it is before its database has been asked. */
function siteBefore(config: Config): Site {
  return {
    name: NAME,
    tagline: null,
    place: null,
    contact: null,
    photo: null,
    timeZone: config.MARKET_TIME_ZONE,
    timeZoneChosen: config.fixed.timeZone,
    language: config.MARKET_LANGUAGE,
    currency: config.MARKET_CURRENCY,
    units: config.MARKET_UNITS,
    cardFee: { orderCents: 300, itemCents: 50 },
    pages: [],
    setUp: false,
  }
}

export async function readSite(reader: Reader, config: Config): Promise<Site> {
  const row = await reader('site').first()
  if (!row) throw new Error('the row of site is missing')
  const { fixed } = config
  const before = siteBefore(config)
  return {
    name: row.name ?? before.name,
    tagline: row.tagline,
    place: row.place,
    contact: row.contact,
    photo: row.photo,
    timeZone: (fixed.timeZone ? null : row.time_zone) ?? before.timeZone,
    timeZoneChosen: fixed.timeZone || row.time_zone !== null,
    language: (fixed.language ? null : languageNamed(row.language)) ?? before.language,
    currency: currencyWhere(config, row.currency),
    units: (fixed.units ? null : row.units) ?? before.units,
    cardFee: { orderCents: row.card_order_cents, itemCents: row.card_item_cents },
    pages: SITE_PAGES.filter((page) => row[page] !== ''),
    setUp: row.set_up_at !== null,
  }
}

/** SQL for the columns of a {@link CardFee} and the currency that the admins chose, as they are within a transaction. */
export const CARD_FEE = `(select card_order_cents from site) as "orderCents", (select card_item_cents from site) as "itemCents",
  (select currency from site) as currency`

/** The currency that the admins chose, as it is within a transaction. */
export async function readChosenCurrency(trx: Trx): Promise<string | null> {
  return (await trx('site').first('currency'))?.currency ?? null
}

/** The market's own photo, as it is within a transaction. */
export async function readSitePhoto(trx: Trx): Promise<string | null> {
  return (await trx('site').first('photo'))?.photo ?? null
}

/** The card's currency, where the admins chose `chosen`. */
export const currencyWhere = (config: Config, chosen: string | null): string =>
  (config.fixed.currency ? null : chosen) ?? config.MARKET_CURRENCY

/** The texts that only the desk shows. */
export async function readSiteText(
  reader: Reader,
): Promise<{ version: number; name: string } & Record<SitePage, string>> {
  const row = await reader('site').first('version', 'name', 'terms', 'privacy', 'imprint')
  if (!row) throw new Error('the row of site is missing')
  return { ...row, name: row.name ?? '' }
}

/** Until the end of `trx` nobody else changes it. @returns its version */
export async function lockSite(trx: Trx): Promise<number> {
  const row = await trx('site').first('version').forUpdate()
  if (!row) throw new Error('the row of site is missing')
  return row.version
}

/** Empty texts are none. */
export type SiteChange = Partial<
  Record<'name' | 'tagline' | 'place' | 'contact' | 'timeZone' | 'language' | 'currency' | SitePage, string | undefined>
> & {
  photo?: string | null | undefined
  units?: Units | undefined
  orderCents?: number
  itemCents?: number
  setUp?: true | undefined
}

/** Sets what is given and leaves the rest, and tells all processes. The caller holds the lock, and refreshes its own. */
export async function changeSite(trx: Trx, change: SiteChange, now: Date): Promise<void> {
  const { name, tagline, place, contact, timeZone, language, currency, units, photo, orderCents, itemCents } = change
  const orNull = (text: string | undefined) => (text === '' ? null : text)
  await setSiteColumns(trx, {
    name: orNull(name),
    tagline: orNull(tagline),
    place: orNull(place),
    contact: orNull(contact),
    photo,
    time_zone: timeZone,
    language,
    currency,
    units,
    card_order_cents: orderCents,
    card_item_cents: itemCents,
    terms: change.terms,
    privacy: change.privacy,
    imprint: change.imprint,
    ...(change.setUp && { set_up_at: now }),
  })
}

/** The texts and figures of the site as the database has them; null where nobody has set one. */
export type SiteRow = Omit<Tables['site'], 'only_row' | 'version' | 'set_up_at'>

export async function readSiteRow(trx: Trx): Promise<SiteRow> {
  const row = await trx('site').first()
  if (!row) throw new Error('the row of site is missing')
  const { only_row: _, version: __, set_up_at: ___, ...columns } = row
  return columns
}

/** {@link changeSite} for columns as the database has them. */
export async function setSiteColumns(trx: Trx, columns: Partial<SiteRow>): Promise<void> {
  await trx('site').update({ ...columns, version: trx.raw('version + 1') })
  await trx.raw('select pg_notify(?, ?)', [SITE_CHANGED, ''])
}

interface Following {
  site: Site
  db: Reader
  config: Config
  listener: Listener
  log: Logger
}

/** Reads `ctx.site` anew, for all who hold it. */
export async function refreshSite({ site, db, config }: Pick<Following, 'site' | 'db' | 'config'>): Promise<void> {
  Object.assign(site, await readSite(db, config))
}

/** Keeps `ctx.site` as the database has it, whichever process has changed it. */
export function followSite(ctx: Following): void {
  const refresh = () =>
    void refreshSite(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'what the site is called was not read'),
    )
  ctx.listener.subscribe([SITE_CHANGED], { notify: refresh, connected: refresh })
}
