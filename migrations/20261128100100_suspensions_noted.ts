import type { Knex } from 'knex'

/** Suspensions and appeals have a history from now on: those that are there are noted as they stand. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    set local timezone = 'UTC';
    select pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
    insert into purchase_history (number, subject, subject_id, change, facts)
    select coalesce((select max(number) from purchase_history), 0) + row_number() over (order by created_at, id),
      subject, id, 'found', facts
    from (
      select 'suspension' as subject, id, created_at, jsonb_strip_nulls(jsonb_build_object(
          'mailbox', md5(suspension.id || suspension.mailbox_hash), 'member_id', suspension.member_id, 'reason', md5(suspension.id || suspension.reason),
          'until', suspension.until, 'by_id', suspension.by_id, 'created_at', suspension.created_at, 'ended_at', suspension.ended_at, 'lifted_by', suspension.lifted_by
        )) as facts
      from suspension
      union all
      select 'appeal', id, created_at, jsonb_strip_nulls(jsonb_build_object(
          'action_id', appeal.action_id, 'member_id', appeal.member_id, 'appeal', md5(appeal.id || nullif(appeal.words, 'Removed')),
          'created_at', appeal.created_at, 'decision', appeal.decision, 'reason', md5(appeal.id || appeal.reason),
          'decided_at', appeal.decided_at, 'decided_by', appeal.decided_by
        ))
      from appeal
    ) as there;
  `)
}

/** The history is append-only. */
export async function down(): Promise<void> {}
