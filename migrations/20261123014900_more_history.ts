import type { Knex } from 'knex'

// Each table is locked alone, so that nobody who writes to several of them can meet this in a deadlock.
export const config = { transaction: false }

/** What matters about a row, texts hashed; one of which nothing matters yet has no history. Erased words are no fact. */
const FACTS = {
  problem: {
    where: 'true',
    facts: `jsonb_build_object(
      'purchase_id', $1.purchase_id, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'reason', $1.reason,
      'reported_at', $1.reported_at, 'answered_at', $1.answered_at,
      'answer', md5($1.id || nullif($1.answer, 'Removed')), 'decision', md5($1.id || $1.decision_reason))`,
  },
  problem_decision: {
    where: 'true',
    facts: `jsonb_build_object(
      'key', $1.line_reference, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'outcome', $1.outcome,
      'reason', md5($1.line_reference || $1.reason), 'decided_by', $1.decided_by, 'decided_at', $1.decided_at,
      'appealed_at', $1.appealed_at, 'appeal', md5($1.line_reference || nullif($1.appeal, 'Removed')),
      'final_outcome', $1.final_outcome, 'final_reason', md5($1.line_reference || $1.final_reason),
      'final_by', $1.final_by, 'settled_at', $1.settled_at)`,
  },
  // How it ended; until then nobody's record depends on it.
  appointment: {
    where: `$1.state in ('called_off', 'missed', 'kept')`,
    facts: `jsonb_build_object(
      'purchase_id', $1.purchase_id, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'offered_by', $1.offered_by,
      'state', $1.state, 'starts_at', $1.starts_at, 'ends_at', $1.ends_at, 'agreed_at', $1.agreed_at,
      'buyer_here_at', $1.buyer_here_at, 'seller_here_at', $1.seller_here_at, 'called_off_by', $1.called_off_by,
      'call_off_reason', md5($1.id || nullif($1.call_off_reason, 'Removed')),
      'absent_said_by', $1.absent_said_by, 'absent_said_at', $1.absent_said_at,
      'absent_word', md5($1.id || $1.absent_word), 'absent_answered_at', $1.absent_answered_at,
      'absent_answer', md5($1.id || $1.absent_answer), 'absent_counted_at', $1.absent_counted_at)`,
  },
  thanks: {
    where: 'true',
    facts: `jsonb_build_object(
      'purchase_id', $1.purchase_id, 'from_id', $1.from_id, 'to_id', $1.to_id, 'chips', to_jsonb($1.chips),
      'words', md5($1.id || $1.words), 'written_at', $1.written_at, 'removed_at', $1.removed_at,
      'removed_because', md5($1.id || $1.removed_because))`,
  },
  admin_action: {
    where: 'true',
    facts: `jsonb_build_object(
      'key', $1.id::text, 'actor_id', $1.actor_id, 'action', $1.action, 'subject', $1.subject,
      'before', md5($1.id || $1.before::text), 'after', md5($1.id || $1.after::text), 'created_at', $1.created_at)`,
  },
  member: { where: '$1.is_admin', facts: `jsonb_build_object('is_admin', true)` },
}
type Noted = keyof typeof FACTS
const TABLES = Object.keys(FACTS) as Noted[]

/** SQL of the uuid by which the history knows a row: the parts of an order by their order, an act by its number. */
const subjectId = (table: string, row: string) => `(case
  when ${table} in ('purchase_line', 'card_refund', 'problem_decision') then ${row} ->> 'purchase_id'
  when ${table} = 'admin_action' then lpad(${row} ->> 'id', 32, '0')
  else ${row} ->> 'id' end)::uuid`

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(`
      create or replace function plain_facts_of(${table}) returns jsonb language sql stable as $$
        select case when ${FACTS[table].where} then jsonb_strip_nulls(${FACTS[table].facts}) else '{}' end
      $$`)
  await knex.raw(`
    create or replace function facts_of(anyelement) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
    begin
      return plain_facts_of($1);
    end $$;

    -- What is noted, as it stands now.
    create or replace view noted_facts as
      select 'purchase' as subject, id as subject_id, facts_of(purchase) as facts from purchase
      union all select 'purchase_line', purchase_id, facts_of(purchase_line) from purchase_line
      union all select 'card_refund', purchase_id, facts_of(card_refund) from card_refund
      ${TABLES.map((table) => `union all ${factsNow(table)}`).join('\n')};

    create or replace function note_change() returns trigger language plpgsql set timezone = 'UTC' as $$
    declare
      now_so jsonb := plain_facts_of(new);
      before_so jsonb := case when tg_op = 'UPDATE' then plain_facts_of(old) else '{}' end;
      -- An assignment: the statement after it sees what was committed before the lock was had.
      locked text;
    begin
      if now_so = before_so then return null; end if;
      locked := pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
      insert into purchase_history (number, subject, subject_id, change, facts)
        select coalesce(max(number), 0) + 1, tg_table_name, ${subjectId('tg_table_name', 'to_jsonb(new)')},
          case before_so when '{}' then 'insert' else 'update' end, now_so
        from purchase_history;
      return null;
    end $$;
  `)
  for (const table of TABLES) await beginHistory(knex, table)
}

const factsNow = (table: Noted) => `
  select '${table}' as subject, ${subjectId(`'${table}'`, `to_jsonb(${table})`)} as subject_id, facts_of(${table}) as facts
  from ${table} where ${FACTS[table].where.replaceAll('$1', table)}`

async function beginHistory(knex: Knex, table: Noted): Promise<void> {
  const trigger = (name: string, event: string) => `
    drop trigger if exists ${name} on ${table};
    create constraint trigger ${name} after ${event} for each row`
  const noted = 'execute function note_change();'
  await knex.transaction((trx) =>
    trx.raw(`
      ${
        table === 'member'
          ? // Members change all the time, and this hardly ever.
            trigger('member_noted', `insert on ${table} deferrable initially deferred`) +
            ` when (new.is_admin) ${noted}` +
            trigger('admin_noted', `update on ${table} deferrable initially deferred`) +
            ` when (old.is_admin <> new.is_admin) ${noted}`
          : trigger(`${table}_noted`, `insert or update on ${table} deferrable initially deferred`) + ` ${noted}`
      }
      select pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
      insert into purchase_history (number, subject, subject_id, change, facts)
        select (select coalesce(max(number), 0) from purchase_history) + row_number() over (order by subject_id),
          subject, subject_id, 'found', facts
        from (${factsNow(table)}) found;`),
  )
}

/** What was noted stays: its lines are numbered without gaps. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${TABLES.map((table) => `drop trigger ${table}_noted on ${table};`).join('\n')}
    drop trigger admin_noted on member;
    drop view noted_facts;
    drop function facts_of(anyelement);
    create or replace function note_change() returns trigger language plpgsql set timezone = 'UTC' as $$
    declare
      now_so jsonb := plain_facts_of(new);
      locked text;
    begin
      if tg_op = 'UPDATE' and now_so = plain_facts_of(old) then return null; end if;
      locked := pg_advisory_xact_lock(hashtextextended('purchase_history', 0));
      insert into purchase_history (number, subject, subject_id, change, facts)
        select coalesce(max(number), 0) + 1, tg_table_name,
          (case tg_table_name when 'purchase' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'purchase_id' end)::uuid,
          lower(tg_op), now_so
        from purchase_history;
      return null;
    end $$;
    drop function ${TABLES.map((table) => `plain_facts_of(${table})`).join(', ')};
  `)
}
