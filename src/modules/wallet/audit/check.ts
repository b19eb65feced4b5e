/** A question to the whole database; every row of its answer is a mistake. */
export interface Check {
  name: string
  /** What is right, in a sentence. */
  rule: string
  /** Answers `ids text[]`, `problem text` and `since timestamptz`: from when on the row may have been wrong. */
  sql: string
}

/** SQL that shows hundredths as tokens. */
export const tokens = (sql: string) => `to_char(${sql} / 100.0, 'FM999999999999990.00')`
