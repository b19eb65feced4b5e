/**
 * The tokens of a purchase: the rule of the purchasing contract, without its schemas, which are too heavy for a
 * listing's page. Amounts and percentage are decimal strings with two decimals; the fee is rounded half up to
 * hundredths.
 */
export function tokenCost(price: string, percentage: string): { price: string; fee: string; total: string } {
  const amount = hundredths(price)
  const fee = (amount * hundredths(percentage) + 5000n) / 10000n
  return { price: text(amount), fee: text(fee), total: text(amount + fee) }
}

export function hundredths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

/** `addTokens('3.00', '0.02')` → `3.02`; of nothing `0.00`. */
export const addTokens = (...amounts: string[]): string =>
  text(amounts.reduce((sum, amount) => sum + hundredths(amount), 0n))

/** `missingTokens('5.03', '4.93')` → `0.10`. */
export const missingTokens = (total: string, balance: string): string => text(hundredths(total) - hundredths(balance))

function text(amount: bigint): string {
  const digits = amount.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
