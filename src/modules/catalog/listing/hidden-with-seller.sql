-- after src/modules/identity/member/suspension.sql

-- A listing of a suspended member is hidden however it comes to be offered: a purchase that is given up or cancelled
-- brings a listing back, and so does an admin who shows it again.
create or replace function hide_with_seller() returns trigger language plpgsql as $$
declare
  why text;
begin
  select reason into why from open_suspension(new.seller_id);
  if why is not null then
    new.hidden_at := new.updated_at;
    new.hidden_reason := why;
    new.hidden_with_seller := true;
  end if;
  return new;
end $$;

create or replace trigger listing_hidden_with_seller before insert or update of status, hidden_at on listing
  for each row when (new.status = 'available' and new.hidden_at is null) execute function hide_with_seller();
