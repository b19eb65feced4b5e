/** The illustrative comparison of the home page, in US dollars: one child's outfits over four sizes. */
const BANDS = 4
const OUTFITS_PER_BAND = 5
const NEW_OUTFIT = 42
const NATIONAL_SHIPPING = 10
const ITEM_FEE = 0.5
const PROCESSING_FEE = 3
const LOCAL_DELIVERY = 6

const band = OUTFITS_PER_BAND * NEW_OUTFIT
const purchases = BANDS * band
const shipping = BANDS * NATIONAL_SHIPPING
const order = OUTFITS_PER_BAND * ITEM_FEE + PROCESSING_FEE + LOCAL_DELIVERY
const bought = purchases + shipping
const passedOn = BANDS * order

export const SAVINGS = {
  bands: BANDS,
  outfits: OUTFITS_PER_BAND,
  traditional: { outfit: NEW_OUTFIT, band, purchases, shipping, shippingPerOrder: NATIONAL_SHIPPING, total: bought },
  tokens: {
    itemFee: ITEM_FEE,
    processing: PROCESSING_FEE,
    delivery: LOCAL_DELIVERY,
    order,
    total: passedOn,
    tokensPerOrder: 10,
  },
  saved: bought - passedOn,
  percent: Math.round((1 - passedOn / bought) * 100),
}
