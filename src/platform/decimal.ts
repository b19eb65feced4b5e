/** Exact two-decimal amounts (tokens, dollars, percentages) as whole hundredths. No floating point anywhere. */

const PATTERN = /^(\d{1,12})(?:\.(\d{1,2}))?$/

/**
 * `"3.5"` → `350n`.
 * @throws {RangeError} for anything but digits with up to two decimals
 */
export function parseHundredths(text: string): bigint {
  const match = PATTERN.exec(text)
  if (!match) throw new RangeError(`not an amount with up to two decimals: ${JSON.stringify(text)}`)
  return BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** `350n` → `"3.50"`, `-2n` → `"-0.02"`. */
export function formatHundredths(amount: bigint): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `amount` × `percentage`, both in hundredths, rounded half up to hundredths: 3.00 at 0.50% is 0.02. */
export function percentOf(amount: bigint, percentage: bigint): bigint {
  return (amount * percentage + 5000n) / 10000n
}
