import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What an admin has decided about one reported thing. It is announced with its reason and carried out later: until
    -- then the side that has lost may appeal, once, and another decision is final.
    create table problem_decision (
      -- Of purchase_line.
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
      constraint problem_decision_final_after_appeal check (final_outcome is null or appealed_at is not null)
    );
    create index problem_decision_of_purchase on problem_decision (purchase_id);
    create index problem_decision_of_buyer on problem_decision (buyer_id);
    create index problem_decision_of_seller on problem_decision (seller_id);
    create index problem_decision_open on problem_decision (decided_at) where settled_at is null;

    -- When the admins were reminded that it is still to be decided.
    alter table problem add column alarmed_at timestamptz;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table problem drop column alarmed_at;
    drop table problem_decision;
  `)
}
