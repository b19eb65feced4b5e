import type { CardFee } from '../../../src/platform/site/look.ts'

/** The illustrative comparison of the home page, in the market's currency: one child's outfits over four sizes. */
const BANDS = 4
const OUTFITS_PER_BAND = 5
const NEW_OUTFIT = 42
const NATIONAL_SHIPPING = 10
const LOCAL_DELIVERY = 6

const band = OUTFITS_PER_BAND * NEW_OUTFIT
const purchases = BANDS * band
const shipping = BANDS * NATIONAL_SHIPPING
const bought = purchases + shipping

export function savings(cardFee: CardFee) {
  const [itemFee, processing] = [cardFee.itemCents / 100, cardFee.orderCents / 100]
  const order = OUTFITS_PER_BAND * itemFee + processing + LOCAL_DELIVERY
  const passedOn = BANDS * order
  return {
    bands: BANDS,
    outfits: OUTFITS_PER_BAND,
    traditional: { outfit: NEW_OUTFIT, band, purchases, shipping, shippingPerOrder: NATIONAL_SHIPPING, total: bought },
    tokens: { itemFee, processing, delivery: LOCAL_DELIVERY, order, total: passedOn, tokensPerOrder: 10 },
    saved: bought - passedOn,
    percent: Math.round((1 - passedOn / bought) * 100),
  }
}
