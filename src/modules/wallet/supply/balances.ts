/**
 * The accounts as they stood at `until`, an SQL expression, as a relation of `id`, `kind` and `balance`: as they stand now,
 * without what has moved since. So it costs what has moved since, and not the ledger.
 */
export const balancesAt = (until: string) => `(
  select account.id, account.kind, account.balance - coalesce(since.moved, 0) as balance
  from account left join (
    select account_id, sum(moved) as moved from transfer
    cross join lateral (values (credit, amount), (debit, -amount)) as leg (account_id, moved)
    where created_at >= ${until} group by account_id
  ) since on since.account_id = account.id
)`
