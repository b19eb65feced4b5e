-- Tokens that a member can spend, and those that their unresolved holds keep in escrow; both in hundredths of a token.
drop view if exists member_balance;
create view member_balance as
  select
    account.member_id,
    account.balance as tokens,
    coalesce((
      select sum(hold.amount)::bigint
      from transfer hold
      where hold.debit = account.id and hold.kind = 'hold'
        and not exists (select from transfer resolution where resolution.resolves = hold.id)
    ), 0) as tokens_in_escrow
  from account
  where account.kind = 'member';
