/** A bug that somebody could plant, and the tests that must fail then. */
export interface Mutant {
  name: string
  file: string
  /** Stands in the file exactly once. */
  was: string
  becomes: string
  /** Arguments of vitest: files, and with -t a part of a test's name. */
  tests: string[]
}

const PURCHASING = 'src/modules/purchasing'
const WALLET = 'src/modules/wallet'
const table = (...named: string[]) => [`${PURCHASING}/buying/failure-table.test.ts`, ...named]
const settle = (...named: string[]) => [`${PURCHASING}/buying/settle.test.ts`, ...named]

export const MUTANTS: Mutant[] = [
  {
    name: 'a listing is not locked',
    file: 'src/modules/catalog/listing/listing.ts',
    was: 'Listing.query(trx).findById(id).forNoKeyUpdate()',
    becomes: 'Listing.query(trx).findById(id)',
    tests: [`${PURCHASING}/buying/start-purchase.test.ts`, '-t', 'of twenty buyers'],
  },
  {
    name: 'accounts are not locked',
    file: `${WALLET}/ledger/transfer.ts`,
    was: 'order by id for no key update',
    becomes: 'order by id',
    tests: [`${WALLET}/ledger/transfer.test.ts`],
  },
  {
    name: 'a hold may be resolved twice: its unique key is missing',
    file: 'migrations/20261122000600_wallet.ts',
    was: 'resolves text unique',
    becomes: 'resolves text',
    tests: [`${WALLET}/ledger/transfer.test.ts`],
  },
  {
    name: 'a hold that is voided twice is no error',
    file: `${WALLET}/ledger/hold.ts`,
    was: "if (violates(error, 'transfer_resolves_key')) throw resolved()",
    becomes: "if (violates(error, 'transfer_resolves_key')) return",
    tests: [`${WALLET}/ledger/transfer.test.ts`],
  },
  {
    name: 'an event is recorded before its effect, not with it',
    file: `${PURCHASING}/buying/receive-card-event.ts`,
    was: 'if (!(await record(trx, event, now))) return',
    becomes: 'if (!(await transact(ctx.db, (own) => record(own, event, now)))) return',
    tests: table('-t', 'event'),
  },
  {
    name: 'a reservation expires without cancelling its payment',
    file: `${PURCHASING}/buying/expire-reservation.ts`,
    was: 'await cardProvider(ctx).cancelPayment(paymentIntentId)',
    becomes: "{ ...(await cardProvider(ctx).retrievePayment(paymentIntentId)), status: 'canceled' }",
    tests: settle('-t', 'a reservation that ends'),
  },
  {
    name: 'the fee is worked out in floating point',
    file: 'src/platform/decimal.ts',
    was: 'return (amount * percentage + 5000n) / 10000n',
    becomes: 'return BigInt(Math.round(Number(amount) * (Number(percentage) / 100 / 100)))',
    tests: [`${PURCHASING}/buying/token-cost.test.ts`],
  },
  {
    name: 'the amount of a payment is not checked',
    file: `${PURCHASING}/buying/settle.ts`,
    was: 'amount === PLATFORM_FEE_CENTS &&',
    becomes: 'amount > 0 &&',
    tests: settle('-t', 'another amount'),
  },
  {
    name: 'the buyer of a payment is not checked',
    file: `${PURCHASING}/buying/finish-purchase.ts`,
    was: 'found?.buyerId !== payment.buyerId || found.listingId !== payment.listingId',
    becomes: 'found?.listingId !== payment.listingId',
    tests: table('-t', 'somebody else'),
  },
  {
    name: "an event's signature is not checked",
    file: `${PURCHASING}/card/card-provider.ts`,
    was: 'if (!(error instanceof StripeSignatureVerificationError) && !(error instanceof SyntaxError)) throw error',
    becomes:
      'if (error instanceof StripeSignatureVerificationError && rawBody.length > 0) return presentEvent(JSON.parse(String(rawBody)) as Stripe.Event)',
    tests: settle('-t', 'the webhook refuses'),
  },
  {
    name: 'a refund is asked for without its idempotency key',
    file: `${PURCHASING}/card/card-provider.ts`,
    was: 'client.refunds.create(params, { idempotencyKey })',
    becomes: 'client.refunds.create({ ...params, metadata: { idempotencyKey } })',
    tests: table('-t', 'refund'),
  },
  {
    name: 'anybody confirms a delivery',
    file: `${PURCHASING}/delivery/confirm-delivery.ts`,
    was: 'if (live?.buyerId !== buyerId) {',
    becomes: 'if (!live) {',
    tests: [`${PURCHASING}/delivery/confirm-delivery.test.ts`],
  },
  {
    name: 'a delivered purchase can still be cancelled',
    file: `${PURCHASING}/purchase.ts`,
    was: 'if (!AWAITING_DELIVERY.includes(purchase.state) || !hasListing(purchase)) throw notAwaitingDelivery()',
    becomes: 'if (!hasListing(purchase)) throw notAwaitingDelivery()',
    tests: [`${PURCHASING}/refund/cancel-purchase.test.ts`, '-t', 'only once'],
  },
  {
    name: 'a late payment is kept',
    file: `${PURCHASING}/buying/settle.ts`,
    was: "if (purchase.state === 'expired' && purchase.latePaymentAt === null) return sendBack(trx, purchase, now)",
    becomes: 'void sendBack',
    tests: table('-t', 'late'),
  },
  {
    name: 'the secret goes out before the id of its payment is saved',
    file: `${PURCHASING}/buying/start-purchase.ts`,
    was: 'await savePaymentId(ctx, id, opened.id)',
    becomes: 'void savePaymentId',
    tests: table('-t', 'the webhook alone settles'),
  },
  {
    name: 'a buyer who lost his purchase still sees the address',
    file: 'src/modules/catalog/listing/listing-purchase.ts',
    was: `      status: to,
      buyerId: null,`,
    becomes: '      status: to,',
    tests: [`${PURCHASING}/refund/cancel-purchase.test.ts`, '-t', 'cancelling gives the tokens back'],
  },
]
