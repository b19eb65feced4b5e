-- after src/modules/purchasing/audit/note-change.sql

-- Texts are hashed; an erased word is no fact.
create or replace function plain_facts_of(problem) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'purchase_id', $1.purchase_id, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'reason', $1.reason,
    'reported_at', $1.reported_at, 'answered_at', $1.answered_at,
    'answer', md5($1.id || nullif($1.answer, 'Removed')), 'decision', md5($1.id || $1.decision_reason)
  ))
$$;

-- A decision is noted once both sides are told, and a final one once it has taken effect: until then it can be undone.
create or replace function plain_facts_of(problem_decision) returns jsonb language sql stable as $$
  select case when $1.announced_at is not null then jsonb_strip_nulls(jsonb_build_object(
    'key', $1.line_reference, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'outcome', $1.outcome,
    'reason', md5($1.line_reference || $1.reason), 'decided_by', $1.decided_by, 'decided_at', $1.decided_at,
    'appealed_at', $1.appealed_at, 'appeal', md5($1.line_reference || nullif($1.appeal, 'Removed')),
    'settled_at', $1.settled_at
  )) || case when $1.settled_at is not null then jsonb_strip_nulls(jsonb_build_object(
    'final_outcome', $1.final_outcome, 'final_reason', md5($1.line_reference || $1.final_reason),
    'final_by', $1.final_by, 'final_at', $1.final_at
  )) else '{}' end else '{}' end
$$;

-- An appointment is noted once it has ended; until then nobody's record depends on it.
create or replace function plain_facts_of(appointment) returns jsonb language sql stable as $$
  select case when $1.state in ('called_off', 'missed', 'kept') then jsonb_strip_nulls(jsonb_build_object(
    'purchase_id', $1.purchase_id, 'buyer_id', $1.buyer_id, 'seller_id', $1.seller_id, 'offered_by', $1.offered_by,
    'state', $1.state, 'starts_at', $1.starts_at, 'ends_at', $1.ends_at, 'agreed_at', $1.agreed_at,
    'buyer_here_at', $1.buyer_here_at, 'seller_here_at', $1.seller_here_at, 'called_off_by', $1.called_off_by,
    'call_off_reason', md5($1.id || nullif($1.call_off_reason, 'Removed')),
    'absent_said_by', $1.absent_said_by, 'absent_said_at', $1.absent_said_at,
    'absent_word', md5($1.id || $1.absent_word), 'absent_answered_at', $1.absent_answered_at,
    'absent_answer', md5($1.id || $1.absent_answer), 'absent_counted_at', $1.absent_counted_at
  )) else '{}' end
$$;

create or replace function plain_facts_of(thanks) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'purchase_id', $1.purchase_id, 'from_id', $1.from_id, 'to_id', $1.to_id, 'chips', to_jsonb($1.chips),
    'words', md5($1.id || $1.words), 'written_at', $1.written_at, 'removed_at', $1.removed_at,
    'removed_because', md5($1.id || $1.removed_because)
  ))
$$;

drop trigger if exists problem_noted on problem;
create constraint trigger problem_noted after insert or update on problem
  deferrable initially deferred for each row execute function note_change();
drop trigger if exists problem_decision_noted on problem_decision;
create constraint trigger problem_decision_noted after insert or update on problem_decision
  deferrable initially deferred for each row execute function note_change();
drop trigger if exists appointment_noted on appointment;
create constraint trigger appointment_noted after insert or update on appointment
  deferrable initially deferred for each row execute function note_change();
drop trigger if exists thanks_noted on thanks;
create constraint trigger thanks_noted after insert or update on thanks
  deferrable initially deferred for each row execute function note_change();
