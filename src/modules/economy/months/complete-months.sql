-- after src/modules/wallet/ledger/append-only.sql

-- The figures of a month that is over are counted once and for all.
create or replace trigger economy_month_complete before update or delete on economy_month
  for each row when (old.complete) execute function ledger_is_append_only();
create or replace trigger economy_month_never_truncated before truncate on economy_month
  execute function ledger_is_append_only();
