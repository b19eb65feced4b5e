create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger transfer_append_only before update or delete on transfer
  for each row execute function ledger_is_append_only();
create or replace trigger transfer_never_truncated before truncate on transfer execute function ledger_is_append_only();
create or replace trigger entry_append_only before update or delete on entry
  for each row execute function ledger_is_append_only();
create or replace trigger entry_never_truncated before truncate on entry execute function ledger_is_append_only();
create or replace trigger streak_append_only before update or delete on streak
  for each row execute function ledger_is_append_only();
create or replace trigger supply_factor_append_only before update or delete on supply_factor
  for each row execute function ledger_is_append_only();
create or replace trigger supply_factor_never_truncated before truncate on supply_factor
  execute function ledger_is_append_only();
create or replace trigger streak_never_truncated before truncate on streak execute function ledger_is_append_only();
