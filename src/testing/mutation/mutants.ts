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
const HANDOVER = 'src/modules/handover'
const NOTIFICATIONS = 'src/modules/notifications'
const table = (...named: string[]) => [`${PURCHASING}/buying/failure-table.test.ts`, ...named]
const orders = (...named: string[]) => [`${PURCHASING}/buying/orders.test.ts`, ...named]
const ordersTable = (...named: string[]) => [`${PURCHASING}/buying/orders-failure-table.test.ts`, ...named]
const settle = (...named: string[]) => [`${PURCHASING}/buying/settle.test.ts`, ...named]

export const MUTANTS: Mutant[] = [
  {
    name: 'a kind of work is not counted',
    file: 'src/modules/admin/overview/work.ts',
    was: 'from ${COPIES} copies',
    becomes: 'from ${COPIES} copies where false',
    tests: ['src/modules/admin/today/list-work.test.ts', '-t', 'all that status counts'],
  },
  {
    name: 'the list of work leaves a kind out that is counted',
    file: 'src/modules/admin/overview/work.ts',
    was: 'where place > :after and',
    becomes: "where kind <> 'chargeback' and place > :after and",
    tests: ['src/modules/admin/today/list-work.test.ts', '-t', 'all that status counts'],
  },
  {
    name: 'a target that has moved is not kept',
    file: `${WALLET}/supply/publish-factor.ts`,
    was: 'if (set.moves) await setTarget(trx, { target, now })',
    becomes: '',
    tests: ['src/modules/economy/health/moving-target.test.ts'],
  },
  {
    name: 'a target moves for each worker that publishes',
    file: `${WALLET}/supply/target.ts`,
    was: "trx('admin_settings').forUpdate()",
    becomes: "trx('admin_settings')",
    tests: ['src/modules/economy/health/moving-target.test.ts', '-t', 'moves once'],
  },
  {
    name: 'a listing is not locked',
    file: 'src/modules/catalog/listing/listing.ts',
    was: "Listing.query(trx).findByIds(ids).orderBy('id').forNoKeyUpdate()",
    becomes: "Listing.query(trx).findByIds(ids).orderBy('id')",
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
    file: 'migrations/20261123050600_wallet.ts',
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
    file: `${PURCHASING}/reserving/end-reservation.ts`,
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
    was: 'amount === order.cardAmountCents &&',
    becomes: 'amount > 0 &&',
    tests: settle('-t', 'another amount'),
  },
  {
    name: 'the buyer of a payment is not checked',
    file: `${PURCHASING}/buying/finish-purchase.ts`,
    was: 'if (found?.buyerId !== payment.buyerId) throw notYours()',
    becomes: 'if (!found) throw notYours()',
    tests: table('-t', 'somebody else'),
  },
  {
    name: "an event's signature is not checked",
    file: `${PURCHASING}/card/card-provider.ts`,
    was: 'Stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, EVENT_TOLERANCE_SECONDS, undefined, now)',
    becomes: 'JSON.parse(String(rawBody)) as Stripe.Event',
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
    was: 'if (order?.buyerId === buyerId) return confirmOrder(ctx, { purchaseId: order.id, buyerId, itemIds: [listingId] })',
    becomes:
      'if (order) return confirmOrder(ctx, { purchaseId: order.id, buyerId: order.buyerId, itemIds: [listingId] })',
    tests: [`${PURCHASING}/delivery/confirm-delivery.test.ts`],
  },
  {
    name: 'a delivered purchase can still be cancelled',
    file: `${PURCHASING}/purchase/lock-purchase.ts`,
    was: '.filter(({ state }) => states.includes(state))',
    becomes: ".filter(({ state }) => state !== 'reserved' && states.length > 0)",
    tests: [`${PURCHASING}/refund/cancel-purchase.test.ts`, '-t', 'only once'],
  },
  {
    name: 'a late payment is kept',
    file: `${PURCHASING}/buying/settle.ts`,
    was: "if (order.state === 'expired' && order.latePaymentAt === null) return sendBack(trx, order, now)",
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
  {
    name: 'a line is released twice',
    file: `${PURCHASING}/delivery/confirm-delivery.ts`,
    was: "states: statesBefore('delivered', 'buyer')",
    becomes: "states: [...statesBefore('delivered', 'buyer'), 'delivered']",
    tests: orders('-t', 'some are confirmed'),
  },
  {
    name: 'the whole order is released with one of its lines',
    file: `${PURCHASING}/delivery/deliver.ts`,
    was: 'const holds = lines.map(',
    becomes: 'const holds = order.lines.map(',
    tests: orders('-t', 'some are confirmed'),
  },
  {
    name: 'the fee of an order is refunded twice: with each part of it',
    file: `${PURCHASING}/refund/card-refund.ts`,
    was: 'if (ownLeft || (await isOtherLeft(reader, order)))',
    becomes: 'if (await isOtherLeft(reader, order))',
    tests: orders('-t', 'some are cancelled'),
  },
  {
    name: 'the fee of an order of which nothing was delivered never goes back',
    file: `${PURCHASING}/refund/card-refund.ts`,
    was: 'cents: cents + order.processingCents,',
    becomes: 'cents,',
    tests: orders('-t', 'some are cancelled'),
  },
  {
    name: 'a card gets back more than it has paid: the constraint is missing',
    file: 'migrations/20261123050700_purchasing.ts',
    was: 'check (refund_cents between 0 and card_amount_cents)',
    becomes: 'check (refund_cents >= 0)',
    tests: orders('-t', 'never gets back more'),
  },
  {
    name: 'a part of a payment is refunded again after an error that was kept',
    file: `${PURCHASING}/card/card-provider.ts`,
    was: 'return (await findStanding(client, refund)) ?? create(`${key}:${randomUUID()}`)',
    becomes: 'return create(`${key}:${randomUUID()}`)',
    tests: ordersTable('-t', 'an error that the provider keeps'),
  },
  {
    name: 'listings are locked in the order of the request',
    file: 'src/modules/catalog/listing/listing.ts',
    was: "findByIds(ids).orderBy('id').forNoKeyUpdate()",
    becomes: "findByIds(ids).orderByRaw('array_position(?::uuid[], id)', [ids]).forNoKeyUpdate()",
    tests: ordersTable('-t', 'in the order of their ids'),
  },
  {
    name: 'the fee is counted by listing',
    file: `${PURCHASING}/constants.ts`,
    was: 'orderCents + itemCents * lines',
    becomes: '(orderCents + itemCents) * lines',
    tests: orders('-t', 'reserves all of its things'),
  },
  {
    name: 'a code at the door lasts for ever',
    file: `${HANDOVER}/code/code.ts`,
    was: 'Math.floor(time.getTime() / STEP_MS)',
    becomes: 'Math.floor(time.getTime() / (STEP_MS * 1_000_000))',
    tests: [`${HANDOVER}/code/handover.test.ts`, '-t', 'new every 30 seconds'],
  },
  {
    name: 'a code at the door is good for another purchase',
    file: `${HANDOVER}/code/show-code.ts`,
    was: "secret: randomBytes(32).toString('base64url')",
    becomes: "secret: randomBytes(32).fill(7).toString('base64url')",
    tests: [`${HANDOVER}/code/handover.test.ts`, '-t', 'of another purchase'],
  },
  {
    name: 'wrong codes at the door are not counted where they are refused',
    file: `${HANDOVER}/code/hand-over.ts`,
    was: 'if (!tried.right) return {',
    becomes: 'if (!tried.right) return refuse(tried, NEVER)\n    if (!tried.right) return {',
    tests: [`${HANDOVER}/code/handover.test.ts`, '-t', 'five wrong ones'],
  },
  {
    name: 'a thank-you is shown early',
    file: `${HANDOVER}/thanks/thanks.ts`,
    was: 'other.purchase_id = thanks.purchase_id and other.from_id = thanks.to_id',
    becomes: 'other.purchase_id = thanks.purchase_id',
    tests: [`${HANDOVER}/thanks/thanks.test.ts`, '-t', 'both have written'],
  },
  {
    name: 'the later of two offers of times overlooks the other',
    file: `${HANDOVER}/appointment/offer-times.ts`,
    was: 'if (offer && offer.offeredBy !== memberId && offer.id !== what.seen) throw timesChanged()',
    becomes: 'void timesChanged',
    tests: [`${HANDOVER}/appointment/appointments.test.ts`, '-t', 'both offer'],
  },
  {
    name: 'silence never refunds',
    file: `${HANDOVER}/problem/follow-problems.ts`,
    was: 'if (overdue.length > 0) {',
    becomes: 'if (overdue.length < 0) {',
    tests: [`${HANDOVER}/problem/problems.test.ts`, '-t', 'within 48 hours is refunded'],
  },
  {
    name: 'an admin decides about an appeal against their own decision',
    file: `${HANDOVER}/problem/decision.ts`,
    was: 'without([...sides, ...first])',
    becomes: 'without(sides)',
    tests: [`${HANDOVER}/problem/appeals.test.ts`, '-t', 'goes to another admin'],
  },
  {
    name: 'a decision is carried out although it is appealed',
    file: `${HANDOVER}/problem/decision.ts`,
    was: 'new Date(appealedAt.getTime() + APPEAL_DAYS * 24 * HOUR_MS)',
    becomes: 'new Date(decidedAt.getTime() + APPEAL_HOURS * HOUR_MS)',
    tests: [`${HANDOVER}/problem/appeals.test.ts`, '-t', 'goes to another admin'],
  },
  {
    name: 'what comes in the mail of the day is mailed alone as well',
    file: `${NOTIFICATIONS}/delivery/deliver-mails.ts`,
    was: "else if (step === 'digest') ofTheDay.push(notice)",
    becomes:
      "else if (step === 'digest') { ofTheDay.push(notice); await ctx.mail.send(singleLetter(ctx.config, member, notice)) }",
    tests: [`${NOTIFICATIONS}/delivery/deliver-mails.test.ts`, '-t', 'the mail of the day'],
  },
  {
    name: 'a mail is sent without being claimed',
    file: `${NOTIFICATIONS}/delivery/due.ts`,
    was: '(begun_at is null or begun_at <= :lost)`',
    becomes: ':lost is not null`',
    tests: [`${NOTIFICATIONS}/delivery/deliver-mails.test.ts`, '-t', 'however many send at once'],
  },
  {
    name: 'a browser whose session has run out is pushed to',
    file: `${NOTIFICATIONS}/push/deliver-pushes.ts`,
    was: "and ${sessionLives('push_subscription.session', ':now')}",
    becomes: '',
    tests: [`${NOTIFICATIONS}/push/push.test.ts`, '-t', 'has not come for a month'],
  },
  {
    name: 'a notice is pushed twice to the browser that has it, because another has not',
    file: `${NOTIFICATIONS}/push/deliver-pushes.ts`,
    was: 'and push_subscription.id <> all (reached)',
    becomes: '',
    tests: [`${NOTIFICATIONS}/push/push.test.ts`, '-t', 'the browser alone that has not got it'],
  },
]
