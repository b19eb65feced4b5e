-- Every end of a session is announced to whatever was opened with it.
create or replace function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.sid);
  return null;
end $$;

create or replace trigger session_ended after delete on sessions for each row execute function notify_session_ended();
