import { randomBytes } from 'node:crypto'
import type { Reader, Trx } from '../../../platform/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Http } from '../../../platform/http/http.ts'
import { publicNetwork } from '../../../platform/http/limits/client-address.ts'

/**
 * Notes for a day from which network somebody has become a member, so that many from one are seen: a hash with the day's
 * salt, which is thrown away with the day. Nobody can say afterwards from where they came, nor find them again on another day.
 */
export async function recordArrival(
  trx: Trx,
  http: Http,
  { memberId, now }: { memberId: string; now: Date },
): Promise<void> {
  const network = publicNetwork(http)
  if (network === null) return
  const day = dayOf(now)
  const salt = randomBytes(24).toString('base64url')
  await trx.raw('insert into arrival_salt (day, salt) values (?::date, ?) on conflict do nothing', [day, salt])
  // Where nobody in front is trusted this may be the address of a proxy, and everybody's.
  const isForwarded = http.get('x-forwarded-for') !== '' && !http.app.proxy
  await trx.raw(
    `insert into arrival (member_id, network, is_forwarded, at)
     select :memberId, encode(sha256(convert_to(salt || :network, 'UTF8')), 'hex'), :isForwarded, :now
     from arrival_salt where day = :day::date`,
    { memberId, network, isForwarded, now, day },
  )
}

export async function forgetArrivals(reader: Reader, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await reader('arrival').where('at', '<=', yesterday).delete()
  await reader.raw('delete from arrival_salt where day < ?::date', [dayOf(now)])
}

const dayOf = (time: Date) => time.toISOString().slice(0, 'yyyy-mm-dd'.length)
