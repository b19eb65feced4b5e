import type { Context } from '../../context.ts'
import type { Database } from '../../database.ts'
import type { Http } from '../http.ts'
import { sessionCaller } from '../session/session.ts'

/**
 * Does `work`, which only reads what everybody may see: for a visitor on a replica, where there is one that keeps up; for
 * a member on the primary, so that they see what they have just done. While the primary is away the answer says so.
 */
export async function readFor<T>({ db, readers }: Context, http: Http, work: (db: Database) => Promise<T>): Promise<T> {
  const found = await (sessionCaller(http) ? work(db) : readers.read('replica', work))
  if (readers.isPrimaryAway()) sayOnlyLooking(http)
  return found
}

/** By this the site knows that one can look around, and not buy. */
export const sayOnlyLooking = (http: Http): void => http.set('X-Market', 'only-looking')
