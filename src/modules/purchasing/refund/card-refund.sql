create or replace function card_refund_adds_up() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update purchase set refund_cents = refund_cents + new.amount_cents where id = new.purchase_id;
    return null;
  end if;
  raise exception 'what the card gets back is never changed' using errcode = 'restrict_violation';
end $$;

create or replace trigger card_refund_adds_up after insert or delete or update of key, purchase_id, amount_cents on card_refund
  for each row execute function card_refund_adds_up();
