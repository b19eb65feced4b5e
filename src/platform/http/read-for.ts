import type { Context } from '../context.ts'
import type { Database } from '../database.ts'
import type { Http } from './http.ts'
import { sessionCaller } from './session.ts'

/**
 * Does `work`, which only reads what everybody may see: for a visitor on a replica, where there is one that keeps up; for
 * a member on the primary, so that they see what they have just done.
 */
export const readFor = <T>({ db, readers }: Context, http: Http, work: (db: Database) => Promise<T>): Promise<T> =>
  sessionCaller(http) ? work(db) : readers.read('replica', work)
