-- after src/modules/purchasing/audit/note-change.sql

create or replace function plain_facts_of(purchase) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'state', $1.state, 'fee_percentage', $1.fee_percentage,
    'delivery_method', $1.delivery_method, 'courier_fee_cents', $1.courier_fee_cents, 'line_count', $1.line_count,
    'processing_cents', $1.processing_cents, 'item_cents', $1.item_cents,
    'card_amount_cents', $1.card_amount_cents, 'refund_cents', $1.refund_cents,
    'payment_intent_id', $1.payment_intent_id, 'reserved_at', $1.reserved_at, 'expired_at', $1.expired_at,
    'paid_at', $1.paid_at, 'late_payment_at', $1.late_payment_at, 'added_to', $1.added_to
  ))
$$;

-- The words of a dispute are hashed.
create or replace function plain_facts_of(purchase_line) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'number', $1.number, 'listing_id', $1.listing_id, 'state', $1.state, 'price', $1.price, 'fee', $1.fee,
    'disputed_at', $1.disputed_at, 'dispute', md5($1.reference || $1.dispute_reason),
    'delivered_at', $1.delivered_at, 'delivered_by', $1.delivered_by, 'earns_nothing', $1.earns_nothing,
    'cancelled_at', $1.cancelled_at, 'cancelled_by', $1.cancelled_by, 'refund_key', $1.refund_key
  ))
$$;

create or replace function plain_facts_of(card_refund) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'key', $1.key, 'amount_cents', $1.amount_cents, 'due_at', $1.due_at, 'refund_id', $1.refund_id,
    'refunded_at', $1.refunded_at, 'failure', $1.failure
  ))
$$;

drop trigger if exists purchase_noted on purchase;
create constraint trigger purchase_noted after insert or update on purchase
  deferrable initially deferred for each row execute function note_change();
drop trigger if exists purchase_line_noted on purchase_line;
create constraint trigger purchase_line_noted after insert or update on purchase_line
  deferrable initially deferred for each row execute function note_change();
drop trigger if exists card_refund_noted on card_refund;
create constraint trigger card_refund_noted after insert or update on card_refund
  deferrable initially deferred for each row execute function note_change();
