import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What is wrong with things of a purchase, and what the seller says to it. Which things, and how it ended, stands in
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
      -- Of an admin, for both sides to read.
      decision_reason text
    );
    create index problem_of_purchase on problem (purchase_id, reported_at);
    create index problem_of_buyer on problem (buyer_id);
    create index problem_of_seller on problem (seller_id);

    -- A seller who doesn't answer in time leaves it to the clock.
    alter table purchase_line drop constraint purchase_line_cancelled_by_check,
      add constraint purchase_line_cancelled_by_check check (cancelled_by in ('seller', 'admin', 'clock')) not valid;
    alter table purchase_line validate constraint purchase_line_cancelled_by_check;

    alter table report drop constraint report_subject_kind_check,
      add constraint report_subject_kind_check check (subject_kind in ('listing', 'message', 'member', 'thanks')) not valid;
    alter table report validate constraint report_subject_kind_check;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table report drop constraint report_subject_kind_check,
      add constraint report_subject_kind_check check (subject_kind in ('listing', 'message', 'member'));
    alter table purchase_line drop constraint purchase_line_cancelled_by_check,
      add constraint purchase_line_cancelled_by_check check (cancelled_by in ('seller', 'admin'));
    drop table problem;
  `)
}
