-- The reason for which a member is suspended, no row for one who isn't. One that is over by the clock counts until its
-- listings come back.
create or replace function open_suspension(member_id uuid) returns table (reason text) language sql stable as $$
  select suspension.reason from mailbox join suspension on mailbox_hash = hash and ended_at is null
  where mailbox.member_id = $1
$$;
