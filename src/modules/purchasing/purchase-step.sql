-- The ways of TRANSITIONS in states.ts, which a test compares.
create or replace function is_purchase_step(from_state text, to_state text, done_by text) returns boolean
language sql immutable return (from_state, to_state, done_by) in (
  ('reserved', 'paid', ''), ('reserved', 'expired', ''),
  ('paid', 'disputed', ''), ('paid', 'delivered', 'buyer'), ('paid', 'delivered', 'clock'), ('paid', 'refund_due', 'seller'),
  ('disputed', 'delivered', 'buyer'), ('disputed', 'delivered', 'admin'),
  ('disputed', 'refund_due', 'seller'), ('disputed', 'refund_due', 'admin'), ('disputed', 'refund_due', 'clock'),
  ('refund_due', 'refunded', ''), ('refund_due', 'refund_failed', ''), ('refunded', 'refund_failed', '')
);

create or replace function refuse_purchase_step() returns trigger language plpgsql as $$
begin
  raise exception 'a line of a purchase does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'purchase_step';
end $$;

create or replace trigger purchase_line_step before update of state on purchase_line for each row
  when (old.state <> new.state and not is_purchase_step(old.state, new.state,
    coalesce(case new.state when 'delivered' then new.delivered_by when 'refund_due' then new.cancelled_by end, '')))
  execute function refuse_purchase_step();
