import { decimal, type Check } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'
import { MEMBER_ROWS } from '../../identity/index.ts'
import { ESCROW, FEES, MINT } from '../ledger/account.ts'

/** Rules between accounts, transfers and entries, whatever they are for. */
export const LEDGER_CHECKS: Check[] = [
  {
    name: 'conservation',
    rule: words('the balances of all accounts add up to zero, and so do all entries'),
    sql: `
      select array['account'] as ids, null::timestamptz as since,
        'all balances add up to ' || ${decimal('total')} || ' instead of 0.00' as problem
      from (select coalesce(sum(balance), 0) as total from account) balances where total <> 0
      union all
      select array['entry'], null, 'all entries add up to ' || ${decimal('total')} || ' instead of 0.00'
      from (select coalesce(sum(amount), 0) as total from entry) entries where total <> 0`,
  },
  {
    name: 'accounts',
    rule: words('there are one escrow, one fee and one mint account, and one account for each member'),
    sql: `
      select array[coalesce(account.id::text, system.id::text)] as ids, account.created_at as since,
        format('the %s account is %s', system.kind, coalesce('of kind ' || account.kind, 'missing')) as problem
      from (values ('${ESCROW}'::uuid, 'escrow'), ('${FEES}', 'fees'), ('${MINT}', 'mint')) system (id, kind)
      left join account on account.id = system.id
      where account.kind is distinct from system.kind
      union all
      select array[account.id::text], account.created_at, format('is a second account of kind %s', account.kind)
      from account where kind <> 'member' and id not in ('${ESCROW}', '${FEES}', '${MINT}')
      union all
      select array[member.id::text], member.created_at, 'the member has no account'
      from ${MEMBER_ROWS} member left join account on account.member_id = member.id and account.id = member.id where account.id is null
      union all
      select array[account.id::text], account.created_at, 'the account belongs to no member'
      from account left join ${MEMBER_ROWS} member on member.id = account.member_id
      where account.kind = 'member' and (member.id is null or account.id is distinct from account.member_id)`,
  },
  {
    name: 'balances',
    rule: words("an account's balance is the sum of its entries, and its version their number"),
    sql: `
      select array[account.id::text] as ids, transfer.created_at as since,
        format('balance %s and version %s, but %s entries that add up to %s', ${decimal('account.balance')},
          account.version, coalesce(chain.entries, 0), ${decimal('coalesce(chain.total, 0)')}) as problem
      from account
      left join (
        select account_id, sum(amount) as total, count(*) as entries, max(version) as top from entry group by account_id
      ) chain on chain.account_id = account.id
      left join entry last on last.account_id = account.id and last.version = chain.top
      left join transfer on transfer.id = last.transfer_id
      where account.balance <> coalesce(chain.total, 0) or account.version <> coalesce(chain.entries, 0)`,
  },
  {
    name: 'chains',
    rule: words("an account's entries are numbered without a gap, and each balance follows from the one before"),
    sql: `
      select array[line.account_id::text, line.version::text, line.transfer_id] as ids, transfer.created_at as since,
        format('entry %s comes after %s: %s and %s make %s, not %s', line.version, coalesce(line.version_before, 0),
          ${decimal('coalesce(line.balance_before, 0)')}, ${decimal('line.amount')},
          ${decimal('coalesce(line.balance_before, 0) + line.amount')}, ${decimal('line.balance_after')}) as problem
      from (
        select entry.*, lag(version) over chain as version_before, lag(balance_after) over chain as balance_before
        from entry window chain as (partition by account_id order by version)
      ) line
      left join transfer on transfer.id = line.transfer_id
      where line.version <> coalesce(line.version_before, 0) + 1
        or line.balance_after <> coalesce(line.balance_before, 0) + line.amount`,
  },
  {
    name: 'transfers',
    rule: words(
      'every transfer has two entries, the amount out of its debit and into its credit, and every entry a transfer',
    ),
    sql: `
      select array[transfer.id] as ids, transfer.created_at as since,
        format('moves %s from %s to %s, but has %s entries: %s there and %s here', ${decimal('transfer.amount')},
          transfer.debit, transfer.credit, coalesce(legs.entries, 0),
          coalesce(${decimal('debited.amount')}, 'none'), coalesce(${decimal('credited.amount')}, 'none')) as problem
      from transfer
      left join (select transfer_id, count(*) as entries from entry group by transfer_id) legs
        on legs.transfer_id = transfer.id
      left join entry debited on debited.transfer_id = transfer.id and debited.account_id = transfer.debit
      left join entry credited on credited.transfer_id = transfer.id and credited.account_id = transfer.credit
      where legs.entries is distinct from 2
        or debited.amount is distinct from -transfer.amount or credited.amount is distinct from transfer.amount
      union all
      select array[entry.account_id::text, entry.version::text, entry.transfer_id], null, 'the entry belongs to no transfer'
      from entry left join transfer on transfer.id = entry.transfer_id where transfer.id is null`,
  },
  {
    name: 'escrow',
    rule: words('what is in escrow is the sum of the open holds'),
    sql: `
      select array[account.id::text] as ids, null::timestamptz as since,
        format('holds %s, but the open holds add up to %s', ${decimal('account.balance')}, ${decimal('open.total')}) as problem
      from account, (
        select coalesce(sum(hold.amount), 0) as total from transfer hold
        left join transfer resolution on resolution.resolves = hold.id
        where hold.kind = 'hold' and resolution.id is null
      ) open
      where account.id = '${ESCROW}' and account.balance <> open.total`,
  },
  {
    name: 'resolutions',
    rule: words('a hold is released (price and fee) or voided to whom it came from, once, and to the last hundredth'),
    sql: `
      select array[hold.id, resolution.id] as ids, resolution.created_at as since,
        case when resolution.kind = 'void'
          then format('holds %s of %s, but %s go back to %s', ${decimal('hold.amount')}, hold.debit,
            ${decimal('resolution.amount')}, resolution.credit)
          else format('holds %s, but %s go to the seller and %s to fees', ${decimal('hold.amount')},
            ${decimal('resolution.amount')}, ${decimal('coalesce(fee.amount, 0)')})
        end as problem
      from transfer hold
      join transfer resolution on resolution.resolves = hold.id
      left join transfer fee on fee.resolves = resolution.id
      where hold.kind = 'hold' and (
        hold.amount <> resolution.amount + coalesce(fee.amount, 0)
        or resolution.kind = 'void' and (resolution.credit <> hold.debit or fee.id is not null)
        or resolution.kind not in ('release', 'void')
      )
      union all
      select array_agg(transfer.id), max(transfer.created_at), format('%s is resolved %s times', resolves, count(*))
      from transfer where resolves is not null group by resolves having count(*) > 1
      union all
      select array[transfer.id], transfer.created_at, format('resolves %s, which is no %s', transfer.resolves,
        case transfer.kind when 'fee' then 'release' else 'hold' end)
      from transfer left join transfer resolved on resolved.id = transfer.resolves
      where transfer.kind in ('release', 'fee', 'void')
        and resolved.kind is distinct from case transfer.kind when 'fee' then 'release' else 'hold' end`,
  },
  {
    name: 'shown-balance',
    rule: words('the balance that a member is shown is the one in the ledger'),
    sql: `
      select array[account.id::text] as ids, null::timestamptz as since,
        format('is shown %s and %s in escrow, but has %s and %s', coalesce(${decimal('shown.tokens')}, 'nothing'),
          coalesce(${decimal('shown.tokens_in_escrow')}, 'nothing'),
          ${decimal('coalesce(chain.total, 0)')}, ${decimal('coalesce(held.total, 0)')}) as problem
      from account
      left join member_balance shown on shown.member_id = account.member_id
      left join (select account_id, sum(amount) as total from entry group by account_id) chain on chain.account_id = account.id
      left join (
        select hold.debit, sum(hold.amount) as total from transfer hold
        left join transfer resolution on resolution.resolves = hold.id
        where hold.kind = 'hold' and resolution.id is null group by hold.debit
      ) held on held.debit = account.id
      where account.kind = 'member' and (
        shown.tokens is distinct from coalesce(chain.total, 0)
        or shown.tokens_in_escrow is distinct from coalesce(held.total, 0)
      )`,
  },
]
