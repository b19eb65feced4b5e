-- Times are UTC, whatever the connection has.
create or replace function facts_of(anyelement) returns jsonb language plpgsql stable set timezone = 'UTC' as $$
begin
  return plain_facts_of($1);
end $$;

-- The facts as they stand now; subject_id is what note_change calls the row by.
drop view if exists noted_facts;
create view noted_facts as
  select 'purchase' as subject, id as subject_id, facts_of(purchase) as facts from purchase
  union all select 'purchase_line', purchase_id, facts_of(purchase_line) from purchase_line
  union all select 'card_refund', purchase_id, facts_of(card_refund) from card_refund
  union all select 'problem', id, facts_of(problem) from problem
  union all select 'problem_decision', purchase_id, facts_of(problem_decision) from problem_decision where announced_at is not null
  union all select 'appointment', id, facts_of(appointment) from appointment where state in ('called_off', 'missed', 'kept')
  union all select 'thanks', id, facts_of(thanks) from thanks
  union all select 'admin_action', lpad(id::text, 32, '0')::uuid, facts_of(admin_action) from admin_action
  union all select 'suspension', id, facts_of(suspension) from suspension
  union all select 'appeal', id, facts_of(appeal) from appeal
  union all select 'member', id, facts_of(member) from member where is_admin;
