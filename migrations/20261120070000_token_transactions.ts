import type { Knex } from 'knex'

/** The specification's token transaction, as a view over the ledger: nothing is stored twice. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view token_transactions as
      select
        -- A UUID of version 8 that follows from the business key.
        overlay(overlay(md5(transfer.id) placing '8' from 13) placing 'a' from 17)::uuid as id,
        account.user_id,
        entry.version,
        case transfer.kind
          when 'hold' then 'purchase_item'
          when 'release' then 'sale'
          when 'void' then 'refund'
          else transfer.kind
        end as type,
        entry.amount,
        entry.balance_after,
        transfer.description,
        case
          when transfer.reference like 'listing:%' then substring(transfer.reference from 9)::uuid
          else purchase.listing_id
        end as related_item_id,
        case when transfer.kind = 'hold' and purchase.paid_at is not null then purchase.card_amount_cents else 0 end as platform_fee_cents,
        case when transfer.kind in ('hold', 'void') then purchase.payment_intent_id end as payment_intent_id,
        transfer.created_at
      from entry
      join account on account.id = entry.account_id and account.kind = 'user'
      join transfer on transfer.id = entry.transfer_id
      left join purchase
        on purchase.id = case when transfer.reference like 'purchase:%' then substring(transfer.reference from 10)::uuid end;

    -- What a member can spend, and what their unresolved holds keep in escrow; both in hundredths of a token.
    create view member_balance as
      select
        account.user_id,
        account.balance as tokens,
        coalesce((
          select sum(hold.amount)::bigint
          from transfer hold
          where hold.debit = account.id and hold.kind = 'hold'
            and not exists (select from transfer resolution where resolution.resolves = hold.id)
        ), 0) as tokens_in_escrow
      from account
      where account.kind = 'user'
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view member_balance, token_transactions')
}
