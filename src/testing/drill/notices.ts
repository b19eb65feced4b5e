import { randomUUID } from 'node:crypto'
import { notify, type NewNotice } from '../../modules/notifications/index.ts'
import { transact } from '../../platform/database.ts'
import { handlers } from '../../worker.ts'
import { demand, type Drill, type DrillMarket, type Figures } from './drill.ts'

const KINDS = ['messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'account'] as const
type Kind = (typeof KINDS)[number]
type MailChoice = 'at-once' | 'daily' | 'never'

/** Everything is counted in minutes from the first midnight. */
const DAY = 24 * 60
const DAYS = 3
const EPOCH = Date.UTC(2027, 0, 4)
const at = (minute: number) => new Date(EPOCH + minute * 60_000)

interface Member {
  id: string
  mail: Record<Exclude<Kind, 'account'>, MailChoice>
  quiet: { begins: number; ends: number } | null
}
interface Event {
  id: string
  member: Member
  kind: Kind
  created: number
  read: number
}

export const NOTICE_DRILLS: Record<string, Drill> = {
  'notices-told-once': (market) => toldOnce(market, { members: 1000, events: 20, step: 10 }),
}

/**
 * Each notice leaves by mail once, alone or in the mail of the day, at the time that a plain model of preferences and
 * quiet hours says: though every job runs twice at once, many come late, and the mail server fails now and then.
 */
export async function toldOnce(
  market: DrillMarket,
  size: { members: number; events: number; step: number },
): Promise<Figures> {
  const { ctx, clock } = market
  const members = await buildReaders(market, size.members)
  const events = buildEvents(market, members, size.events)
  await tellAll(market, events)

  const sent: string[] = []
  const failed = new Set<string>()
  let run = 0
  ctx.mail = {
    send({ to, text, subject: title }) {
      const ids = [...text.matchAll(/event (\S+)\./g)].map(([, id = '']) => id).sort()
      const mail = `${run} ${to} ${title === 'Your day at Outgrown' ? 'digest' : 'single'} ${ids.join()}`
      // The first try of every fiftieth.
      if (ids[0]?.endsWith('00') && !failed.has(ids[0])) {
        failed.add(ids[0])
        return Promise.reject(new Error('the mail server is busy'))
      }
      sent.push(mail)
      return Promise.resolve()
    },
  }
  const expected = modelOf(events)
  const model: string[] = []
  for (let now = 0; now <= (DAYS + 2) * DAY; now += size.step) {
    // The worker is away for some hours each day.
    if (now % DAY >= 15 * 60 && now % DAY < 17 * 60) continue
    run = now
    const read = events.filter((event) => event.read <= now && event.read > now - 3 * 60).map(({ id }) => `event:${id}`)
    await ctx.db.raw('update notice set read_at = ? where read_at is null and key = any(?)', [at(now), read])
    clock.set(at(now))
    const deliver = () => handlers(ctx)['notifications.deliver-mails']({})
    await Promise.all([deliver(), deliver()])
    model.push(...expected(now))
  }
  const [found, wanted] = [new Set(sent), new Set(model)]
  demand('mails that no model knows', sent.filter((mail) => !wanted.has(mail)).join('; '), '')
  demand('mails that are missing', model.filter((mail) => !found.has(mail)).join('; '), '')
  demand('mails', sent.length, model.length)
  const digests = sent.filter((mail) => mail.includes(' digest ')).length
  return { members: members.length, events: events.length, mails: sent.length, digests, failures: failed.size }
}

/** The notices that leave at each time, asked in order; a mail that fails comes with the next run. */
function modelOf(events: Event[]): (now: number) => string[] {
  let open = [...events]
  const failed = new Set<string>()
  return (now) => {
    const digests = new Map<Member, string[]>()
    const mails: { member: Member; kind: 'single' | 'digest'; ids: string[] }[] = []
    const waiting: Event[] = []
    for (const event of open) {
      const { member, kind, created, read, id } = event
      const choice = kind === 'account' ? 'at-once' : member.mail[kind]
      if (kind === 'account' ? created > now : created + 10 > now) waiting.push(event)
      else if (kind === 'account') mails.push({ member, kind: 'single', ids: [id] })
      else if (read <= now || choice === 'never') continue
      else if (isQuiet(member, now)) waiting.push(event)
      else if (choice === 'at-once') mails.push({ member, kind: 'single', ids: [id] })
      else if (now >= nextEight(created + 10)) digests.set(member, [...(digests.get(member) ?? []), id])
      else waiting.push(event)
    }
    for (const [member, ids] of digests) mails.push({ member, kind: 'digest', ids: ids.sort() })
    const isBusy = ({ ids: [first = ''] }: { ids: string[] }) => first.endsWith('00') && !failed.has(first)
    const [busy, sent] = [mails.filter(isBusy), mails.filter((mail) => !isBusy(mail))]
    for (const { ids } of busy) failed.add(ids[0] ?? '')
    const again = new Set(busy.flatMap(({ ids }) => ids))
    open = [...waiting, ...open.filter(({ id }) => again.has(id))]
    return sent.map(({ member, kind, ids }) => `${now} ${member.id}@example.com ${kind} ${ids.join()}`)
  }
}

function isQuiet({ quiet }: Member, now: number): boolean {
  if (!quiet) return false
  for (let minute = quiet.begins; minute % DAY !== quiet.ends; minute += 1) if (minute % DAY === now % DAY) return true
  return false
}

const nextEight = (minute: number) => Math.ceil((minute - 8 * 60) / DAY) * DAY + 8 * 60

async function buildReaders({ ctx: { db }, random }: DrillMarket, count: number): Promise<Member[]> {
  const choose = <T>(...of: T[]) => of[Math.floor(random() * of.length)]!
  const members = Array.from({ length: count }, (): Member => {
    const mail = Object.fromEntries(
      KINDS.filter((kind) => kind !== 'account').map((kind) => [kind, choose('at-once', 'daily', 'never')]),
    ) as Member['mail']
    const [begins, ends] = [Math.floor(random() * DAY), Math.floor(random() * DAY)]
    const quiet = choose(null, { begins: 22 * 60, ends: 7 * 60 }, begins === ends ? null : { begins, ends })
    return { id: randomUUID(), mail, quiet }
  })
  const ids = members.map(({ id }) => id)
  await db.raw(
    `insert into member (id, email, first_name, referral_code, created_at, updated_at)
     select id, id || '@example.com', 'Nora', id::text, ?, ? from unnest(?::uuid[]) as id`,
    [at(0), at(0), ids],
  )
  await db('notice_preference').insert(
    members.flatMap(({ id, mail }) =>
      KINDS.filter((kind) => kind !== 'account').map((kind) => ({
        member_id: id,
        kind,
        site: true,
        push: true,
        mail: mail[kind],
      })),
    ),
  )
  await db('quiet_hours').insert(
    members.map(({ id, quiet }) => ({
      member_id: id,
      begins: quiet && clockOf(quiet.begins),
      ends: quiet && clockOf(quiet.ends),
    })),
  )
  return members
}

const clockOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Half of them are read, some within the ten minutes and some days later. */
function buildEvents({ random }: DrillMarket, members: Member[], each: number): Event[] {
  return members.flatMap((member, m) =>
    Array.from({ length: each }, (_, n): Event => {
      const created = Math.floor(random() * DAYS * DAY)
      const patience = random() < 0.3 ? 15 : 2 * DAY
      const read = random() < 0.5 ? Infinity : created + Math.floor(random() * patience)
      const id = `${m}-${n}-${String(Math.floor(random() * 50)).padStart(2, '0')}`
      return { id, member, kind: KINDS[Math.floor(random() * KINDS.length)]!, created, read }
    }),
  )
}

async function tellAll({ ctx: { db } }: DrillMarket, events: Event[]): Promise<void> {
  const notices = events.map(({ id, member, kind, created }): NewNotice => ({
    memberId: member.id,
    kind,
    key: `event:${id}`,
    told: 'admin: warning',
    facts: { reason: `This is event ${id}.` },
    path: null,
    button: null,
    now: at(created),
  }))
  for (let from = 0; from < notices.length; from += 500) {
    const some = notices.slice(from, from + 500)
    // Twice, as a job may be.
    await Promise.all([1, 2].map(() => transact(db, (trx) => notify(trx, ...some))))
  }
}
