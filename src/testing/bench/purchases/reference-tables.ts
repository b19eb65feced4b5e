/** The rows of a purchase on bare tables, with one function for each step of it. */
export const TABLES = `
create table account (id uuid primary key, balance bigint not null check (balance >= 0), version bigint not null default 0);
create table listing (
  id uuid primary key default gen_random_uuid(), seller_id uuid not null references account, status text not null,
  title text not null, price bigint not null, fee bigint not null, buyer_id uuid references account,
  purchased_at timestamptz, delivered_at timestamptz, updated_at timestamptz not null default current_timestamp
) with (fillfactor = 80);
create table purchase (
  id uuid primary key default gen_random_uuid(), buyer_id uuid not null references account,
  seller_id uuid not null references account, state text not null, delivery_method text not null,
  card_amount_cents int not null, payment_intent_id text unique, reserved_at timestamptz not null default current_timestamp,
  expires_at timestamptz not null, paid_at timestamptz
) with (fillfactor = 80);
create table purchase_line (
  purchase_id uuid not null references purchase, number int not null, listing_id uuid not null references listing,
  state text not null, title text not null, price bigint not null, fee bigint not null, delivered_at timestamptz,
  primary key (purchase_id, number)
) with (fillfactor = 80);
create unique index on purchase_line (listing_id) where state in ('reserved', 'paid');
create table transfer (
  id text primary key, seq bigint not null generated always as identity unique, kind text not null,
  debit uuid not null references account, credit uuid not null references account, amount bigint not null,
  resolves text unique references transfer, reference text not null, created_at timestamptz not null default current_timestamp
);
create table entry (
  account_id uuid not null references account, version bigint not null, transfer_id text not null references transfer,
  amount bigint not null, balance_after bigint not null, primary key (account_id, version)
);
create table purchase_history (
  number bigint primary key generated always as identity, subject text not null, subject_id uuid not null,
  facts jsonb not null, noted_at timestamptz not null default current_timestamp
);
create table job (
  id uuid primary key default gen_random_uuid(), name text not null, data jsonb not null,
  state text not null default 'created', created_on timestamptz not null default current_timestamp, completed_on timestamptz
);
create index on job (created_on) where state = 'created';
create table card_event (id text primary key, payment_intent_id text not null, received_at timestamptz not null default current_timestamp);
create table conversation (
  id uuid primary key default gen_random_uuid(), listing_id uuid not null references listing, owner_id uuid not null references account,
  participant_id uuid not null references account, last_message_at timestamptz not null default current_timestamp,
  unique (listing_id, participant_id)
);
create table message (
  id uuid primary key default gen_random_uuid(), conversation_id uuid not null references conversation,
  sender_id uuid not null references account, recipient_id uuid not null references account, facts jsonb not null,
  created_at timestamptz not null default current_timestamp
);
create table notice (
  id uuid primary key default gen_random_uuid(), member_id uuid not null references account, kind text not null, key text not null,
  facts jsonb not null, created_at timestamptz not null default current_timestamp, unique (member_id, key)
);
create table notice_delivery (
  notice_id uuid not null references notice, channel text not null, due_at timestamptz not null, primary key (notice_id, channel)
);
create table activity (
  reference text primary key, kind text not null, member_id uuid not null references account, occurred_at timestamptz not null
);

create function move(name text, of_kind text, from_account uuid, to_account uuid, hundredths bigint, resolved text, referred text)
returns void language plpgsql as $$
declare
  leg record;
begin
  insert into transfer (id, kind, debit, credit, amount, resolves, reference)
    values (name, of_kind, from_account, to_account, hundredths, resolved, referred);
  for leg in select * from (values (from_account, -hundredths), (to_account, hundredths)) as legs (account_id, amount) order by 1
  loop
    with moved as (
      update account set balance = balance + leg.amount, version = version + 1 where id = leg.account_id returning *
    )
    insert into entry (account_id, version, transfer_id, amount, balance_after)
      select id, version, name, leg.amount, balance from moved;
  end loop;
end $$;

create function reserve(buyer uuid, wanted uuid, escrow uuid) returns uuid language plpgsql as $$
declare
  taken listing;
  made purchase;
begin
  update listing set status = 'reserved', updated_at = current_timestamp where id = wanted and status = 'available' returning * into strict taken;
  insert into purchase (buyer_id, seller_id, state, delivery_method, card_amount_cents, expires_at)
    values (buyer, taken.seller_id, 'reserved', 'message', 350, current_timestamp + interval '15 minutes') returning * into made;
  insert into purchase_line (purchase_id, number, listing_id, state, title, price, fee)
    values (made.id, 1, wanted, 'reserved', taken.title, taken.price, taken.fee);
  insert into purchase_history (subject, subject_id, facts) values
    ('purchase', made.id, to_jsonb(made)),
    ('purchase_line', made.id, jsonb_build_object('listing', wanted, 'state', 'reserved', 'price', taken.price, 'fee', taken.fee));
  -- A transaction of its own in the market, since the card provider is asked in between.
  update purchase set payment_intent_id = 'pi_' || id where id = made.id returning * into made;
  insert into purchase_history (subject, subject_id, facts) values ('purchase', made.id, to_jsonb(made));
  perform move('purchase:' || made.id || ':hold', 'hold', buyer, escrow, taken.price + taken.fee, null, 'purchase:' || made.id);
  return made.id;
end $$;

create function pay(wanted uuid) returns void language plpgsql as $$
declare
  paid purchase;
  line purchase_line;
begin
  update purchase set state = 'paid', paid_at = current_timestamp where id = wanted and state = 'reserved' returning * into strict paid;
  update purchase_line set state = 'paid' where purchase_id = wanted returning * into strict line;
  update listing set status = 'claimed', buyer_id = paid.buyer_id, purchased_at = current_timestamp, updated_at = current_timestamp where id = line.listing_id;
  insert into purchase_history (subject, subject_id, facts) values
    ('purchase', wanted, to_jsonb(paid)), ('purchase_line', wanted, to_jsonb(line));
  insert into job (name, data) values ('card event', to_jsonb(paid)), ('announce', to_jsonb(paid));
end $$;

create function confirm(wanted uuid, escrow uuid, fees uuid) returns void language plpgsql as $$
declare
  line purchase_line;
  seller uuid;
  reference text := 'purchase:' || wanted;
begin
  update purchase_line set state = 'delivered', delivered_at = current_timestamp where purchase_id = wanted and state = 'paid' returning * into strict line;
  update listing set delivered_at = current_timestamp, updated_at = current_timestamp where id = line.listing_id returning seller_id into strict seller;
  insert into purchase_history (subject, subject_id, facts) values ('purchase_line', wanted, to_jsonb(line));
  insert into job (name, data) values ('reward', jsonb_build_object('purchase', wanted, 'seller', seller));
  perform move(reference || ':release', 'release', escrow, seller, line.price, reference || ':hold', reference);
  perform move(reference || ':fee', 'fee', escrow, fees, line.fee, reference || ':release', reference);
end $$;

create function tell(member uuid, of_kind text, subject text) returns void language sql as $$
  with told as (
    insert into notice (member_id, kind, key, facts) values (member, of_kind, subject, jsonb_build_object('subject', subject)) returning *
  )
  insert into notice_delivery (notice_id, channel, due_at) select id, 'mail', created_at + interval '5 minutes' from told
$$;

create function run_job(job) returns void language plpgsql as $$
declare
  opened conversation;
  subject text := coalesce($1.data ->> 'id', $1.data ->> 'purchase');
begin
  if $1.name = 'card event' then
    insert into card_event (id, payment_intent_id) values ($1.id, $1.data ->> 'payment_intent_id');
  elsif $1.name = 'announce' then
    insert into conversation (listing_id, owner_id, participant_id)
      select listing_id, ($1.data ->> 'seller_id')::uuid, ($1.data ->> 'buyer_id')::uuid from purchase_line where purchase_id = subject::uuid
      returning * into opened;
    insert into message (conversation_id, sender_id, recipient_id, facts)
      values (opened.id, opened.participant_id, opened.owner_id, $1.data);
    perform tell(opened.owner_id, 'sold', subject);
  else
    insert into activity values ('delivered:' || subject, 'sale', ($1.data ->> 'seller')::uuid, current_timestamp);
    perform tell(($1.data ->> 'seller')::uuid, 'delivered', 'delivered:' || subject);
  end if;
end $$;

create function run_jobs() returns void language plpgsql as $$
declare
  due job;
begin
  for due in select * from job where state = 'created' order by created_on limit 100 for update skip locked loop
    perform run_job(due);
    update job set state = 'completed', completed_on = current_timestamp where id = due.id;
  end loop;
end $$;
`
