import type { Knex } from 'knex'

const MONTH = `text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A month of the market in figures; a complete one never changes. Tokens in hundredths.
    create table economy_month (
      month ${MONTH} primary key,
      begins_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > begins_at),
      counted_until timestamptz not null,
      complete boolean not null check (not complete or counted_until = ends_at),
      members int not null,
      active_members int not null,
      supply bigint not null,
      escrow bigint not null,
      escrow_members int not null,
      idle bigint not null,
      burnt bigint not null,
      burnt_members int not null,
      listings int not null,
      listing_members int not null,
      trades int not null,
      trade_members int not null,
      -- Listings whose first 14 days ended in the month, and those of them that were sold in that time.
      tried int not null,
      sold_in_time int not null,
      -- The median of the listings that were sold in the month; null without any.
      median_days_to_sale numeric(8, 1),
      searches_missed int not null,
      -- All null in a month that was complete before they were counted.
      wants_unpaid int,
      short_members int,
      in_vain_members int,
      no_shows int,
      problems int,
      -- The median of the first answers that sellers gave in the month, null without any, and how many sellers.
      first_answer_minutes numeric(8, 1),
      answer_members int
    );

    -- Tokens that were minted in a month for one reason, and to how many members.
    create table economy_minted (
      month ${MONTH} references economy_month (month),
      reason text not null,
      amount bigint not null,
      members int not null,
      primary key (month, reason)
    );

    -- Searches that several people made in a month, and that found nothing.
    create table economy_missed_search (
      month ${MONTH} references economy_month (month),
      words text not null,
      people int not null check (people >= 5),
      primary key (month, words)
    );

    -- Wants of a month that failed for tokens. Both hashes are keyed for this month: they count members and wants, and
    -- name nobody and nothing.
    create table unpaid_want (
      month ${MONTH},
      member text not null,
      want text not null,
      primary key (month, want)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table unpaid_want, economy_missed_search, economy_minted, economy_month')
}
