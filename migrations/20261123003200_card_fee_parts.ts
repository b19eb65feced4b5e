import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the card paid for the order and for each of its things, as it was then: a later change of the fee touches no old order.
    alter table purchase
      add column processing_cents integer not null default 300 check (processing_cents >= 0),
      add column item_cents integer not null default 50 check (item_cents >= 0);
    alter table purchase drop constraint purchase_card_amount,
      add constraint purchase_card_amount check (card_amount_cents = processing_cents + item_cents * line_count) not valid;
    alter table purchase validate constraint purchase_card_amount;
  `)
  await knex.raw(
    facts(`'processing_cents', nullif($1.processing_cents, 300), 'item_cents', nullif($1.item_cents, 50),`),
  )
}

/** What was noted before these columns stays what it was: the first fee is not named. */
const facts = (parts: string) => `
    create or replace function plain_facts_of(purchase) returns jsonb language sql stable as $$
      select jsonb_strip_nulls(jsonb_build_object(
        'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'state', $1.state, 'fee_percentage', $1.fee_percentage,
        'delivery_method', $1.delivery_method, 'courier_fee_cents', $1.courier_fee_cents, 'line_count', $1.line_count,
        'card_amount_cents', $1.card_amount_cents, 'refund_cents', $1.refund_cents, ${parts}
        'payment_intent_id', $1.payment_intent_id, 'reserved_at', $1.reserved_at, 'expired_at', $1.expired_at,
        'paid_at', $1.paid_at, 'late_payment_at', $1.late_payment_at
      ))
    $$`

export async function down(knex: Knex): Promise<void> {
  await knex.raw(facts(''))
  await knex.raw(`
    alter table purchase drop constraint purchase_card_amount;
    alter table purchase drop column processing_cents, drop column item_cents,
      add constraint purchase_card_amount check (card_amount_cents = 300 + 50 * line_count) not valid;
  `)
}
