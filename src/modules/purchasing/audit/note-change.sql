-- after src/modules/wallet/ledger/append-only.sql

-- Notes what has changed about a row as the last thing of its transaction: whoever waits for a number holds every lock it
-- needs already. What matters about a row is what plain_facts_of its table says, in UTC; one of '{}' has no history yet.
-- The subject of a thing, a refund or a decision is its order: which one it is stands in the facts.
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
    select coalesce(max(number), 0) + 1, tg_table_name,
      (case
        when tg_table_name in ('purchase_line', 'card_refund', 'problem_decision') then to_jsonb(new) ->> 'purchase_id'
        when tg_table_name = 'admin_action' then lpad(to_jsonb(new) ->> 'id', 32, '0')
        else to_jsonb(new) ->> 'id'
      end)::uuid,
      case before_so when '{}' then 'insert' else 'update' end, now_so
    from purchase_history;
  return null;
end $$;

create or replace trigger purchase_history_append_only before update or delete on purchase_history
  for each row execute function ledger_is_append_only();
create or replace trigger purchase_history_never_truncated before truncate on purchase_history
  execute function ledger_is_append_only();
