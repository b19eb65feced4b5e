import type { Site } from '../../src/modules/identity/contract.ts'
import {
  distanceIn,
  kilograms,
  moneyIn,
  PLAIN_LOOK,
  pounds,
  weightIn,
  type CardFee,
  type Look,
} from '../../src/platform/site/look.ts'
import { formatDecimal } from './format.ts'
import { pageLanguage } from './language/sentence.ts'
import { t } from './t.ts'

/** The look of the market on every page: its name, how it counts, and what the card pays. */
type PageLook = Look & { cardFee: CardFee }

let look: PageLook = { ...PLAIN_LOOK, cardFee: { orderCents: 300, itemCents: 50 } }

/** Sets the look of the page that is painted next, in one go, as with its language; in a browser, of all that it shows. */
export function setPageLook(site: Site | undefined): void {
  if (site) look = site
}

export const pageLook = (): PageLook => look

export const siteName = (): string => look.name
export const tagline = (): string => look.tagline ?? t('Share locally, save globally')

/** An amount that the card pays, as decimal text or a number; of an order in the currency it was made in. */
export const formatMoney = (amount: string | number, currency = look.currency): string =>
  moneyIn(pageLanguage(), currency, Number(amount))
export const formatCents = (cents: number, currency = look.currency): string => formatMoney(cents / 100, currency)
/** Without cents where there are none. */
export const formatShortMoney = (amount: number): string => moneyIn(pageLanguage(), look.currency, amount, true)

/** `$`, `€`, `R$` */
export const currencySymbol = (): string =>
  new Intl.NumberFormat(pageLanguage(), { style: 'currency', currency: look.currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? look.currency

/** The card's payment now; of what is added to an order only the part for each thing. */
export const cardFeeNow = (added: boolean): CardFee => (added ? { ...look.cardFee, orderCents: 0 } : look.cardFee)

/** The card's part for each thing, beside {@link formatCents}. */
export const itemFee = (): string => formatCents(look.cardFee.itemCents)
/** For one thing bought alone: `$3.50` */
export const platformFee = (): string => formatCents(look.cardFee.orderCents + look.cardFee.itemCents)
/** `$0.50 + $3` */
export const platformFeeParts = (): string =>
  `${formatShortMoney(look.cardFee.itemCents / 100)} + ${formatShortMoney(look.cardFee.orderCents / 100)}`

export const distance = (km: number): string => distanceIn(pageLanguage(), look.units, km)

export const isMetric = (): boolean => look.units === 'metric'
/** The reader's scale for so many pounds. */
export const onScale = (lbs: number): number => (isMetric() ? kilograms(lbs) : lbs)
/** The pounds of what a reader's scale shows. */
export const inPounds = (shown: number): number => (isMetric() ? pounds(shown) : shown)
/** `3.5 lbs`, `1,6 kg` */
export const weight = (lbs: string | number): string =>
  isMetric() ? weightIn(pageLanguage(), Number(lbs)) : t('{amount} lbs', { amount: formatDecimal(lbs) })
export const weightUnit = (): string => (isMetric() ? 'kg' : 'lbs')
