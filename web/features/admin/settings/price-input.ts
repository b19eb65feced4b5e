/** Parses a typed token price: a whole number from 1 to 100, else undefined. */
export function parseTokenPrice(text: string): number | undefined {
  const price = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return price >= 1 && price <= 100 ? price : undefined
}

/** Parses a typed retail price in US dollars: 0 to 10000 with up to two decimals, else undefined. */
export function parseRetailPrice(text: string): string | undefined {
  const price = text.trim()
  return /^\d{1,5}(\.\d{1,2})?$/.test(price) && Number(price) <= 10000 ? price : undefined
}

/** As the server names it: lower case, spaces turned into hyphens. */
export const toCategoryName = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, '-')
