-- after src/modules/purchasing/audit/note-change.sql

create or replace function plain_facts_of(admin_action) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'key', $1.id::text, 'actor_id', $1.actor_id, 'action', $1.action, 'subject', $1.subject, 'about_id', $1.about_id,
    'before', md5($1.id || $1.before::text), 'after', md5($1.id || $1.after::text), 'created_at', $1.created_at
  ))
$$;

drop trigger if exists admin_action_noted on admin_action;
create constraint trigger admin_action_noted after insert or update on admin_action
  deferrable initially deferred for each row execute function note_change();

-- An erased word is no fact.
create or replace function plain_facts_of(appeal) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'action_id', $1.action_id, 'member_id', $1.member_id, 'appeal', md5($1.id || nullif($1.words, 'Removed')),
    'created_at', $1.created_at, 'decision', $1.decision, 'reason', md5($1.id || $1.reason),
    'decided_at', $1.decided_at, 'decided_by', $1.decided_by
  ))
$$;

drop trigger if exists appeal_noted on appeal;
create constraint trigger appeal_noted after insert or update on appeal
  deferrable initially deferred for each row execute function note_change();
