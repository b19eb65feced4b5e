const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//],
  ['Safari', /Safari\//],
] as const

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['Mac', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/**
 * The name by which a person knows the device of that User-Agent, such as 'Firefox on Windows'. Versions and models are
 * not kept.
 */
export function deviceOf(userAgent: string): string {
  const named = (names: readonly (readonly [string, RegExp])[]) => names.find(([, sign]) => sign.test(userAgent))?.[0]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  if (!browser && !system) return 'Unknown device'
  return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`
}
