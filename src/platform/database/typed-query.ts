import type { Knex } from 'knex'
import type { RawBuilder } from 'objection'

/**
 * The parts of knex and objection that the market uses, with tables and columns as types: a misspelt one doesn't compile.
 * `C` are the columns by their names in SQL, which conditions use.
 */

type SqlValue<T> = T | Knex.Raw
/** `P`, if each of its properties fits `T`: a spread hides what is misspelt from the compiler's own check of literals. */
type Only<P, T> = P & { [K in keyof P]: K extends keyof T ? T[K] : never }
type Written<C> = { [K in keyof C]?: SqlValue<C[K]> | undefined }
type Equals<C> = { [K in keyof C]?: C[K] }
type Operator = '<' | '<=' | '>' | '>=' | '<>'

interface Condition<C, Q> {
  (group: (query: Conditions<C>) => void): Q
  <P extends object>(equals: Only<P, Equals<C>>): Q
  <K extends keyof C>(column: K, value: NonNullable<C[K]>): Q
  <K extends keyof C>(column: K, operator: Operator, value: NonNullable<C[K]>): Q
}

interface Conditions<C> {
  where: Condition<C, this>
  orWhere: Condition<C, this>
  whereNot: Condition<C, this>
  whereIn<K extends keyof C>(column: K, values: readonly C[K][] | TableQuery<C, Pick<C, K>[]>): this
  whereNotIn<K extends keyof C>(column: K, values: readonly C[K][]): this
  whereNull(column: keyof C): this
  whereNotNull(column: keyof C): this
  whereRaw(sql: string, bindings?: readonly Knex.RawBinding[]): this
}

interface Selection<C, Result> extends Conditions<C>, Promise<Result> {
  orderBy(column: keyof C, order?: 'asc' | 'desc'): this
  orderBy(columns: readonly (keyof C | { column: keyof C; order: 'asc' | 'desc' })[]): this
  orderByRaw(sql: string, bindings?: readonly Knex.RawBinding[]): this
  limit(rows: number): this
  offset(rows: number): this
  forUpdate(): this
  forNoKeyUpdate(): this
  forShare(): this
  forKeyShare(): this
  skipLocked(): this
}

/** Rows with the names of SQL, from `db('table')`. */
export interface TableQuery<C, Result = C[]> extends Selection<C, Result> {
  select<K extends keyof C>(...columns: K[]): TableQuery<C, Pick<C, K>[]>
  distinct(): this
  clone(): this
  count(all: '*'): TableQuery<C, { count: bigint }[]>
  first(): TableQuery<C, C | undefined>
  first<K extends keyof C>(...columns: K[]): TableQuery<C, Pick<C, K> | undefined>
  pluck<K extends keyof C>(column: K): TableQuery<C, C[K][]>
  insert: (<P>(rows: readonly Only<P, Written<C>>[]) => TableQuery<C, number>) &
    (<P>(row: Only<P, Written<C>>) => TableQuery<C, number>)
  update<P>(changes: Only<P, Written<C>>): TableQuery<C, number>
  increment(column: keyof C, by: number): TableQuery<C, number>
  delete(): TableQuery<C, number>
  returning(all: '*'): TableQuery<C>
  returning<K extends keyof C>(columns: K | readonly K[]): TableQuery<C, Pick<C, K>[]>
  onConflict(columns?: keyof C | readonly (keyof C)[]): {
    ignore(): TableQuery<C, number>
    merge(columns?: readonly (keyof C)[]): TableQuery<C, number>
    merge<P>(changes: Only<P, Written<C>>): TableQuery<C, number>
  }
}

/** Rows as objects of a class, from `Row.query(reader)`; they are written by the names of the properties. */
export interface RowQuery<C, Row, Result = Row[]> extends Selection<C, Result> {
  select(...columns: (keyof C | '*' | RawBuilder)[]): this
  first(): RowQuery<C, Row, Row | undefined>
  findById(id: string): RowQuery<C, Row, Row | undefined>
  findByIds(ids: readonly string[]): RowQuery<C, Row>
  findOne<P>(equals: Only<P, Equals<C>>): RowQuery<C, Row, Row | undefined>
  throwIfNotFound(): RowQuery<C, Row, NonNullable<Result>>
  resultSize(): Promise<number>
  insert<P>(rows: readonly Only<P, Written<Row>>[]): RowQuery<C, Row>
  insert<P>(row: Only<P, Written<Row>>): RowQuery<C, Row, Row>
  patch<P>(changes: Only<P, Written<Row>>): RowQuery<C, Row, number>
  patchAndFetchById<P>(id: string, changes: Only<P, Written<Row>>): RowQuery<C, Row, Row>
  delete(): RowQuery<C, Row, number>
  returning(all: '*'): RowQuery<C, Row, Result extends number ? Row[] : Result>
}

/** `row.$query(trx)`, for this one row. */
export interface OneRowQuery<Row> {
  patch<P>(changes: Only<P, Written<Row>>): Promise<number>
  patchAndFetch<P>(changes: Only<P, Written<Row>>): Promise<Row>
  delete(): Promise<number>
}
