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
