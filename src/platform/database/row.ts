import { Model, snakeCaseMappers } from 'objection'
import type { Reader, Tables, Trx } from '../database.ts'
import type { OneRowQuery, RowQuery } from './typed-query.ts'

type Camel<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
type Properties<C> = { [K in keyof C as Camel<K>]: C[K] }

/** Its columns by the names of properties; `Narrower` says what the schema can't. */
type RowOf<T extends keyof Tables, Narrower> = Omit<Properties<Tables[T]>, keyof Narrower> & Narrower

interface RowClass<T extends keyof Tables, Narrower> {
  new (): RowOf<T, Narrower> & { $query<Self>(this: Self, trx: Trx): OneRowQuery<Self> }
  fromDatabaseJson<Row>(this: new () => Row, columns: Tables[T]): Row
  query<Row>(this: new () => Row, reader: Reader): RowQuery<Tables[T], Row>
}

/**
 * The class of the rows of a table, to be extended: objection's model with the properties of src/tables.ts.
 * Its types are stricter than objection's own, hence the cast.
 */
export function rowOf<T extends keyof Tables, Narrower = object>(table: T): RowClass<T, Narrower> {
  return class extends Model {
    static override readonly tableName = table
    static override get columnNameMappers() {
      return snakeCaseMappers()
    }
  } as unknown as RowClass<T, Narrower>
}
