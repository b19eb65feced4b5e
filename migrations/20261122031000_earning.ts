import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Made here and never changed: session keys rotate, and what a mailbox has earned must still be known then.
    create table mailbox_key (
      only_row boolean primary key default true check (only_row),
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text,
      created_at timestamptz not null default now()
    );
    insert into mailbox_key default values;

    -- The mailbox behind each member's address, as a keyed hash. Who has left keeps it.
    create table mailbox (
      member_id uuid primary key references member (id),
      hash text not null
    );
    create index mailbox_hash on mailbox (hash);

    -- Why a delivered trade earns no bonus; null where it does.
    alter table purchase add column earns_nothing text
      check (earns_nothing in ('free', 'goes back', 'same mailbox', 'invited', 'same card', 'unknown'));
    update purchase set earns_nothing = 'unknown' where state = 'delivered' and not exists (
      select from activity where reference = 'purchase:' || purchase.id
    );

    -- The card that paid, by the provider's fingerprint, which says nothing but that it is the same card.
    create table purchase_card (
      purchase_id uuid primary key references purchase (id),
      fingerprint text not null
    );
    create index purchase_card_fingerprint on purchase_card (fingerprint);

    -- The bank took the money back, or a card was refused because it pays for others already.
    create table purchase_alarm (
      purchase_id uuid not null references purchase (id),
      kind text not null check (kind in ('chargeback', 'refused_card')),
      raised_at timestamptz not null,
      primary key (purchase_id, kind)
    );

    -- Alarms that an admin has looked into; what was found stands in admin_action.
    create table cleared_alarm (
      kind text not null check (kind in ('refund_failed', 'card_event', 'chargeback', 'refused_card')),
      subject text not null,
      cleared_at timestamptz not null,
      primary key (kind, subject)
    );
  `)
  await noteMailboxes(knex)
}

/** As src/modules/identity/member/mailbox.ts folded them when this migration was written. */
async function noteMailboxes(knex: Knex): Promise<void> {
  const { key }: { key: string } = await knex('mailbox_key').first('key')
  const members: { id: string; email: string }[] = await knex('member').select('id', 'email')
  for (const { id, email } of members) {
    const hash = createHmac('sha256', key).update(fold(email)).digest('base64url')
    await knex('mailbox').insert({ member_id: id, hash })
  }
}

const PLUS =
  /^((outlook|hotmail|live)\.([a-z]{2}|com?\.[a-z]{2})|(gmail|googlemail|outlook|hotmail|live|msn|icloud|me|mac|fastmail|protonmail|zoho|yandex)\.com|fastmail\.fm|proton\.me|pm\.me|yandex\.ru)$/

function fold(email: string): string {
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (!PLUS.test(domain)) return email
  const provider = domain
    .replace('googlemail.com', 'gmail.com')
    .replace(/^(me|mac)\.com$/, 'icloud.com')
    .replace(/^(protonmail\.com|pm\.me)$/, 'proton.me')
  const [untagged = name] = name.split('+')
  return `${provider === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${provider}`
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table cleared_alarm, purchase_alarm, purchase_card, mailbox, mailbox_key;
    alter table purchase drop column earns_nothing;
  `)
}
