-- after src/modules/purchasing/audit/note-change.sql

create or replace function plain_facts_of(member) returns jsonb language sql stable as $$
  select case when $1.is_admin then jsonb_build_object('is_admin', true) else '{}' end
$$;

-- Members change all the time, and this hardly ever.
drop trigger if exists member_noted on member;
create constraint trigger member_noted after insert on member
  deferrable initially deferred for each row when (new.is_admin) execute function note_change();
drop trigger if exists admin_noted on member;
create constraint trigger admin_noted after update on member
  deferrable initially deferred for each row when (old.is_admin <> new.is_admin) execute function note_change();

create or replace function plain_facts_of(suspension) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'mailbox', md5($1.id || $1.mailbox_hash), 'member_id', $1.member_id, 'reason', md5($1.id || $1.reason),
    'until', $1.until, 'by_id', $1.by_id, 'created_at', $1.created_at, 'ended_at', $1.ended_at, 'lifted_by', $1.lifted_by
  ))
$$;

drop trigger if exists suspension_noted on suspension;
create constraint trigger suspension_noted after insert or update on suspension
  deferrable initially deferred for each row execute function note_change();
