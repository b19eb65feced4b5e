import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Times that one side of a purchase offers, and what has become of them. Of each purchase at most one offer is open
    -- and one appointment stands; an offer beside a standing appointment asks for another time.
    create table appointment (
      id uuid primary key,
      purchase_id uuid not null references purchase (id),
      buyer_id uuid not null references member (id),
      seller_id uuid not null references member (id),
      offered_by uuid not null references member (id),
      offered_at timestamptz not null,
      -- [[from, until], …] as ISO 8601.
      times jsonb not null check (jsonb_array_length(times) between 1 and 5),
      state text not null check (state in ('offered', 'replaced', 'agreed', 'called_off', 'missed', 'kept')),
      starts_at timestamptz,
      ends_at timestamptz check (ends_at > starts_at),
      agreed_at timestamptz,
      called_off_by uuid references member (id),
      call_off_reason text,
      -- The last reminder that was due, before it or at its beginning.
      reminded integer not null default 0 check (reminded between 0 and 2),
      buyer_on_the_way_at timestamptz,
      seller_on_the_way_at timestamptz,
      buyer_here_at timestamptz,
      seller_here_at timestamptz,
      -- The side that says that the other side did not come, and what that side says to it.
      absent_said_by uuid references member (id),
      absent_said_at timestamptz,
      absent_word text,
      absent_answered_at timestamptz,
      absent_answer text,
      -- The time at which nobody had contradicted for long enough.
      absent_counted_at timestamptz,
      -- The times at which a side said that it comes some minutes later.
      buyer_late_at timestamptz,
      seller_late_at timestamptz,
      constraint appointment_missed_is_said check ((state = 'missed') = (absent_said_at is not null)),
      constraint appointment_agreed_has_time check (
        state not in ('agreed', 'missed', 'kept') or (starts_at is not null and ends_at is not null and agreed_at is not null)
      )
    );
    create unique index appointment_one_offer on appointment (purchase_id) where state = 'offered';
    create unique index appointment_one_agreed on appointment (purchase_id) where state = 'agreed';
    create index appointment_of_purchase on appointment (purchase_id);
    create index appointment_due on appointment (starts_at) where state = 'agreed';
    create index appointment_missed on appointment (absent_said_at)
      where state = 'missed' and absent_answered_at is null and absent_counted_at is null;
    create index appointment_of_buyer on appointment (buyer_id) where state in ('agreed', 'missed', 'kept');
    create index appointment_of_seller on appointment (seller_id) where state in ('agreed', 'missed', 'kept');

    -- Where a member's calendar reads their appointments: who knows the address, reads them.
    create table calendar_feed (
      member_id uuid primary key references member (id),
      secret_hash text not null unique,
      created_at timestamptz not null
    );

    -- The secret of the codes at the door, and the number of wrong tries.
    create table handover_code (
      purchase_id uuid primary key references purchase (id),
      secret text not null,
      -- Since the last pause or the last right one.
      wrong_tries integer not null default 0,
      wrong_tries_in_all integer not null default 0,
      paused_until timestamptz
    );

    -- A side's thanks to the other. They are written once.
    create table thanks (
      id uuid primary key,
      purchase_id uuid not null references purchase (id),
      from_id uuid not null references member (id),
      to_id uuid not null references member (id),
      chips text[] not null check (chips <@ array['friendly', 'on_time', 'as_described', 'quick_replies', 'flexible']),
      words text,
      written_at timestamptz not null,
      -- The time at which the other side was told that it can be read.
      told_at timestamptz,
      removed_at timestamptz,
      removed_because text check ((removed_because is null) = (removed_at is null)),
      unique (purchase_id, from_id)
    );
    create index thanks_to on thanks (to_id, written_at) where removed_at is null;
    create index thanks_from on thanks (from_id);
    create index thanks_untold on thanks (written_at) where told_at is null;

    -- The buyer's report about things of a purchase, and the seller's answer. Which things, and how it ended, stand in
    -- their lines.
    create table problem (
      id uuid primary key,
      purchase_id uuid not null references purchase (id),
      buyer_id uuid not null references member (id),
      seller_id uuid not null references member (id),
      reason text not null check (reason in ('not_as_described', 'broken', 'missing', 'did_not_come', 'other')),
      -- As in the lines that it is about.
      reported_at timestamptz not null,
      answered_at timestamptz,
      answer text check ((answer is null) = (answered_at is null)),
      -- An admin's reason, for both sides to read.
      decision_reason text,
      -- The time at which the admins were reminded that it is still to be decided.
      alarmed_at timestamptz
    );
    create index problem_of_purchase on problem (purchase_id, reported_at);
    create index problem_of_buyer on problem (buyer_id);
    create index problem_of_seller on problem (seller_id);

    -- Photos that the two sides of a problem show each other and the admins, nobody else. The row comes first, then its
    -- file.
    create table problem_photo (
      id uuid primary key,
      purchase_id uuid not null references purchase (id),
      owner_id uuid not null references member (id),
      created_at timestamptz not null,
      erase_at timestamptz not null
    );
    create index problem_photo_of_purchase on problem_photo (purchase_id);
    create index problem_photo_of_owner on problem_photo (owner_id);
    create index problem_photo_due on problem_photo (erase_at);

    -- An admin's decision about one reported thing. It is announced with its reason and carried out later: until then
    -- the side that has lost may appeal, once, and another decision is final.
    create table problem_decision (
      -- The reference of a purchase_line.
      line_reference text primary key,
      purchase_id uuid not null references purchase (id),
      buyer_id uuid not null references member (id),
      seller_id uuid not null references member (id),
      outcome text not null check (outcome in ('release', 'refund')),
      -- For both sides to read.
      reason text not null,
      decided_by uuid not null references member (id),
      decided_at timestamptz not null,
      appealed_at timestamptz,
      appeal text check ((appeal is null) = (appealed_at is null)),
      final_outcome text check (final_outcome in ('release', 'refund')),
      final_reason text check ((final_reason is null) = (final_outcome is null)),
      final_by uuid references member (id) check ((final_by is null) = (final_outcome is null)),
      -- Carried out, or out of the world because the two have agreed.
      settled_at timestamptz,
      -- A decision can be undone for a minute: both sides are told after it, and a final one takes effect then.
      announced_at timestamptz,
      final_at timestamptz,
      constraint problem_decision_final_after_appeal check (final_outcome is null or appealed_at is not null)
    );
    create index problem_decision_of_purchase on problem_decision (purchase_id);
    create index problem_decision_of_buyer on problem_decision (buyer_id);
    create index problem_decision_of_seller on problem_decision (seller_id);
    create index problem_decision_open on problem_decision (decided_at) where settled_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table problem_decision, problem_photo, problem, thanks, handover_code, calendar_feed, appointment',
  )
}
