import { createHash, randomUUID } from 'node:crypto'
import type Koa from 'koa'
import type { Middleware } from 'koa'
import createSession from 'koa-session'
import { DAY_MS } from '../../durations.ts'
import type { Context } from '../../context.ts'
import type { Access } from '../../endpoint.ts'
import type { Reader } from '../../database.ts'
import { NotSignedIn } from '../../errors.ts'
import { isDatabaseAway } from '../../database/is-away.ts'
import { deviceOf } from './device.ts'
import type { Http } from '../http.ts'

export const SESSION_COOKIE = 'outgrown.session'
/** A cookie of that name can't be set by a page of a sister domain or without TLS. */
export const hostCookie = (name: string, { secure }: { secure: boolean }): string => (secure ? `__Host-${name}` : name)
const sessionCookie = (http: Http) => hostCookie(SESSION_COOKIE, http.cookies)
const MONTH = 30 * DAY_MS

interface MemberSession {
  memberId?: unknown
  /** Browser and system, as its User-Agent calls itself. */
  device?: string
  /** ISO 8601. */
  startedAt?: string
  /** When its member has proved, in this browser, that they read their mail; ISO 8601. */
  provedAt?: string
  regenerate(): Promise<void>
}

/** The signed-in member, as far as every route needs to know them. */
export interface Caller {
  id: string
  /** The farthest access that they have. */
  access: Exclude<Access, 'public'>
  /** As they have chosen it; null while they haven't. */
  language: string | null
  /**
   * The reason that keeps them from starting anything new, and until when (ISO 8601, null: for good); it may be over by
   * now.
   */
  barred: { until: string | null; reason: string } | null
}

/** SQL about the member whose id the expression `memberId` is; of one who has left, neither selects a row. */
interface MemberQueries {
  /** Selects the caller, as JSON. */
  callerQuery: (memberId: string) => string
  /** Keeps them from leaving until the transaction ends. */
  lockPresentMember: (memberId: string) => string
}

/**
 * A session is a row of `sessions`; it exists only for members, and lives 30 days from the last renewal. Each request
 * reads it once, together with its member.
 */
export function sessions(app: Koa, ctx: Context, queries: MemberQueries): Middleware {
  const load = createSession(
    {
      key: hostCookie(SESSION_COOKIE, { secure: ctx.config.publicUrl.startsWith('https:') }),
      maxAge: MONTH,
      renew: true,
      sameSite: 'lax',
      // Asked for at each visit, also where none is kept. Of each UUID 122 bits are random, and Node has them in store.
      genid: () => randomUUID() + randomUUID(),
      store: createStore(ctx, queries),
    },
    app,
  )
  // A file is the same for everybody and may be cached: it neither needs nor renews a session.
  return (http, next) => (isFile(http.path) ? next() : load(http, () => sayWhose(http, next)))
}

/**
 * `X-Member` says for whom an answer is, after what it did: the id of the signed-in member, empty for a visitor. By it
 * the service worker knows whose answers it keeps, and when to empty them. What others may keep too doesn't carry it.
 */
async function sayWhose(http: Http, next: () => Promise<unknown>): Promise<void> {
  try {
    await next()
  } finally {
    const hasLeft = http.state['caller'] === null
    if (!isUnknown(http) && /private|no-store/.test(http.response.get('Cache-Control')))
      setWhose(http, hasLeft ? null : sessionMember(http))
  }
}

/** Says that an answer is for that member; null is any visitor. */
export const setWhose = (http: Http, memberId: string | null): void => http.set('X-Member', memberId ?? '')

/** Whether what is there is the same for everybody. */
export const isFile = (path: string) => !path.startsWith('/api/') && /\.[a-z0-9]+$/i.test(path)

/** The row holds only a hash of the id: who reads the table can't act as anybody. */
const rowOf = (id: string) => createHash('sha256').update(id).digest('hex')

/** The member whose session the request carries, where sessions are neither loaded nor renewed. */
export async function peekSessionMember({ db, clock }: Context, http: Http): Promise<string | null> {
  if (!carriesSession(http)) return null
  const row = await db('sessions').where('sid', sessionRow(http)).where('expire', '>', clock.now()).first('sess')
  const { memberId } = (row?.sess ?? {}) as Partial<MemberSession>
  return typeof memberId === 'string' ? memberId : null
}

/** The row of `sessions` that the request belongs to; its end is announced on the channel `session_ended`. */
export function sessionRow(http: Http): string {
  return rowOf(http.cookies.get(sessionCookie(http), { signed: true }) ?? '')
}

/** Whether the session of that row has neither ended nor expired. */
export async function isSessionAlive(reader: Reader, row: string, now: Date): Promise<boolean> {
  const alive = await reader('sessions').where('sid', row).where('expire', '>', now).first('sid')
  return alive !== undefined
}

/** SQL: whether the session of the row that the expression `row` is has neither ended nor expired at the time `now`. */
export const sessionLives = (row: string, now: string): string =>
  `exists (select from sessions where sid = ${row} and expire > ${now})`

export async function removeExpiredSessions({ db, clock }: Context): Promise<void> {
  await db('sessions').where('expire', '<=', clock.now()).delete()
}

/** More than anybody has: the latest are told. */
const SHOWN = 100
const BELONGS_TO = `sess ->> 'memberId' = ?`

export interface SessionInfo {
  /** The row's: the hash of what the cookie holds, so knowing it lets nobody in. */
  id: string
  device: string
  startedAt: string | null
  endsAt: Date
}

/** The member's sessions, the one that lives longest first. */
export async function sessionsOf(reader: Reader, memberId: string): Promise<SessionInfo[]> {
  const rows = await reader('sessions').whereRaw(BELONGS_TO, [memberId]).orderBy('expire', 'desc').limit(SHOWN)
  return rows.map(({ sid, sess, expire }) => {
    const { device = 'Unknown device', startedAt = null } = sess as MemberSession
    return { id: sid, device, startedAt, endsAt: expire }
  })
}

/** Ends one session of the member's. @returns false when it is not there, or somebody else's */
export async function endSessionOf(reader: Reader, memberId: string, id: string): Promise<boolean> {
  return (await reader('sessions').where('sid', id).whereRaw(BELONGS_TO, [memberId]).delete()) === 1
}

export async function endSessionsOf(trx: Reader, memberId: string): Promise<void> {
  await trx('sessions').whereRaw(BELONGS_TO, [memberId]).delete()
}

/** Whether somebody is signed in whose session can't be read now: they may see what everybody may, and nothing of their own. */
export const isUnknown = (http: Http): boolean => http.state['unknown'] === true

function createStore({ db, clock }: Context, { callerQuery, lockPresentMember }: MemberQueries) {
  const query = `select sess, (${callerQuery(`(sess ->> 'memberId')::uuid`)}) as caller
    from sessions where sid = ? and expire > ?`
  const loaded = new WeakMap<Http, string>()
  /** @returns false when the member has left: a sign-in that overtakes leaving leaves no session */
  async function insert(sid: string, { sess, expire }: { sess: string; expire: Date }, memberId: unknown) {
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `insert into sessions (sid, sess, expire)
       select :sid, :sess, :expire from (${lockPresentMember(':memberId')}) as present
       on conflict (sid) do update set sess = excluded.sess, expire = excluded.expire
       returning sid`,
      { sid, sess, expire, memberId: String(memberId) },
    )
    return rows.length === 1
  }
  return {
    async get(id: string, _maxAge: number, { ctx: http }: { ctx?: Http }): Promise<unknown> {
      const { rows } = await db
        .raw<{ rows: { sess: unknown; caller: Caller | null }[] }>(query, [rowOf(id), clock.now()])
        .catch((error: unknown) => {
          if (http?.method !== 'GET' || !isDatabaseAway(error)) throw error
          http.state['unknown'] = true
          return { rows: [] }
        })
      if (!rows[0]) return undefined
      if (http) {
        loaded.set(http, id)
        http.state['caller'] = rows[0].caller
      }
      return rows[0].sess
    },
    async set(id: string, sess: MemberSession, maxAge: number, { ctx: http }: { ctx?: Http }): Promise<void> {
      const row = { sess: JSON.stringify(sess), expire: new Date(clock.now().getTime() + maxAge) }
      // A session that was ended while this request ran must not come back by being renewed.
      if (http && loaded.get(http) === id) await db('sessions').where('sid', rowOf(id)).update(row)
      else if (!(await insert(rowOf(id), row, sess.memberId))) throw new NotSignedIn()
    },
    async destroy(id: string): Promise<void> {
      await db('sessions').where('sid', rowOf(id)).delete()
    },
  }
}

const sessionOf = (http: Http) => http['session'] as MemberSession | null

export function sessionMember(http: Http): string | null {
  const id = sessionOf(http)?.memberId
  return typeof id === 'string' ? id : null
}

/** The member whose session the request came with, unless they have left. */
export function sessionCaller(http: Http): Caller | null {
  const caller = http.state['caller'] as Caller | null | undefined
  return caller && caller.id === sessionMember(http) ? caller : null
}

/**
 * Signs the browser in under a fresh id; whatever session it had is gone.
 * @param proved whether the member has just proved that they read their mail
 */
export async function startSession(
  http: Http,
  { memberId, proved, now }: { memberId: string; proved: boolean; now: Date },
): Promise<void> {
  const session = sessionOf(http)
  if (!session) throw new Error('the session was ended in this request')
  session.memberId = memberId
  session.device = deviceOf(http.get('user-agent'))
  session.startedAt = now.toISOString()
  if (proved) session.provedAt = now.toISOString()
  else delete session.provedAt
  await session.regenerate()
}

/**
 * The time at which the member of the session of that row has last proved that they read their mail; null also where it
 * has ended.
 */
export async function provedAt(reader: Reader, row: string, now: Date): Promise<Date | null> {
  const found = await reader('sessions').where('sid', row).where('expire', '>', now).first('sess')
  const { provedAt } = (found?.sess ?? {}) as Partial<MemberSession>
  return provedAt === undefined ? null : new Date(provedAt)
}

/** Ends the session on the server; the cookie is useless from then on. */
export function endSession(http: Http): void {
  if (carriesSession(http)) http['session'] = null
}

/** The same request as somebody would send it of whom nothing is known: what it is answered is for everybody. */
export const asNobody = (http: Http): Http =>
  Object.create(http, {
    session: { value: null },
    state: { value: { requestId: http.state['requestId'] as unknown, language: http.state['language'] as unknown } },
    cookies: { value: { get: () => undefined } },
    get: { value: () => '' },
  }) as Http

/** Whether the browser sent a session cookie, valid or not. */
export const carriesSession = (http: Http): boolean =>
  http.cookies.get(sessionCookie(http), { signed: false }) !== undefined
