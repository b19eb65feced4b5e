import { existsSync } from 'node:fs'
import { z } from 'zod'
import { LANGUAGES, words } from './language/words.ts'
import { isCurrency, isTimeZone, UNITS } from './site/look.ts'
import { publicKeyOf } from './sending/vapid-keys.ts'

const text = z.string().trim()
const optional = text.default('')
const oneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `is none of ${values.join(', ')}`)
const whole = (max: number) => {
  const message = `is not a whole number from 0 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value <= max, message)
}
const address = (example: string, protocol = /^https?$/) =>
  z.url({ protocol, error: `is not an address such as ${example}`, abort: true })
const api = address('https://api.example')

const UNSET_SENDER = 'market@localhost'

/** Every variable of the environment that the market reads, with its default. Empty means "not set". */
const Environment = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  PORT: whole(65535).default(3000),
  HOST: optional,
  PUBLIC_URL: address('https://market.example')
    .refine(isOrigin, 'is a host without a path, such as https://market.example')
    .default(''),
  DATA_DIR: text.default('./.data'),
  DATABASE_URL: address('postgres://market@localhost/market', /^postgres(ql)?$/).default(''),
  DATABASE_DIRECT_URL: address('postgres://market@localhost/market', /^postgres(ql)?$/).default(''),
  DATABASE_REPLICA_URL: address('postgres://market@replica/market', /^postgres(ql)?$/).default(''),
  WORKERS: oneOf('inline', 'off').default('inline'),
  DEMO: oneOf('on', 'off').optional(),
  SESSION_KEYS: optional,
  TRUST_PROXY: whole(10).default(0),
  METRICS_TOKEN: optional,
  SMTP_URL: address('smtps://user:password@mail.example', /^smtps?$/).default(''),
  MAIL_FROM: text.default(UNSET_SENDER),
  VAPID_PUBLIC_KEY: optional,
  VAPID_PRIVATE_KEY: optional,
  OIDC_ISSUER: api.default(''),
  OIDC_CLIENT_ID: optional,
  OIDC_CLIENT_SECRET: optional,
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: api.refine(isOrigin, 'is a host without a path, such as http://localhost:12111').default(''),
  GEMINI_API_KEY: optional,
  GEMINI_MODEL: text.default('gemini-2.5-flash'),
  GEMINI_BASE_URL: api.default(''),
  BLUR_URL: api.default(''),
  DOORDASH_DEVELOPER_ID: optional,
  DOORDASH_KEY_ID: optional,
  DOORDASH_SIGNING_SECRET: optional,
  DOORDASH_BASE_URL: api.default('https://openapi.doordash.com'),
  GEOCODER_URL: api.default('https://nominatim.openstreetmap.org/search'),
  RECALLS_CPSC_URL: api.default('https://www.saferproducts.gov/RestWebServices/Recall?format=json'),
  RECALLS_HEALTH_CANADA_URL: api.default(
    'https://recalls-rappels.canada.ca/sites/default/files/opendata-donneesouvertes/HCRSAMOpenData.json',
  ),
  RECALLS_SAFETY_GATE_URL: api.default(
    'https://public.opendatasoft.com/api/explore/v2.1/catalog/datasets/healthref-europe-rapex-en/exports/json',
  ),
  S3_ENDPOINT: api.default(''),
  S3_BUCKET: optional,
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  BACKUP_PASSPHRASE: text.refine((value) => value.length >= 12, 'needs 12 characters or more').default(''),
  BACKUP_S3_ENDPOINT: api.default(''),
  BACKUP_S3_REGION: text.default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: optional,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
  MARKET_TIME_ZONE: text.default(machineZone).refine(isTimeZone, 'is not a time zone such as Europe/Vienna'),
  MARKET_LANGUAGE: oneOf(...LANGUAGES).default('en'),
  MARKET_CURRENCY: text
    .toLowerCase()
    .refine(isCurrency, 'is not a currency with two decimals such as usd, eur, gbp, brl, cad or chf')
    .default('usd'),
  MARKET_UNITS: oneOf(...UNITS).default('us'),
  MARKET_COUNTRY: text.toUpperCase().refine(isCountry, 'is not a country of two letters such as US').default('US'),
  DRAIN_SECONDS: whole(300).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  ALLOW_SANDBOX: oneOf('true', 'false').default('false'),
})

/** Variables that only make sense together: one of them alone is a mistake worth stopping for. */
const GROUPS = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['DOORDASH_DEVELOPER_ID', 'DOORDASH_KEY_ID', 'DOORDASH_SIGNING_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const satisfies readonly (keyof z.infer<typeof Environment>)[][]

export type Config = ReturnType<typeof loadConfig>

/** Thrown for an environment the market cannot start with; one sentence per problem. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads the configuration from environment variables, once.
 * @throws {ConfigError} naming every bad or missing variable at the same time
 */
export function loadConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const malformed = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError([...malformed, ...missing(despite(parsed.error, given))])
  }
  const env = parsed.data
  const problems = missing(env)
  if (problems.length > 0) throw new ConfigError(problems)

  const production = env.NODE_ENV === 'production'
  const sandboxAllowed = mayPlay(env)
  const embedded = env.DATABASE_URL === ''
  const demo = env.DEMO === undefined ? embedded && !production : env.DEMO === 'on'
  return {
    ...env,
    production,
    sandboxAllowed,
    embeddedDatabase: embedded,
    /** The desk can't change what is set here. */
    fixed: {
      timeZone: given.MARKET_TIME_ZONE !== undefined,
      language: given.MARKET_LANGUAGE !== undefined,
      currency: given.MARKET_CURRENCY !== undefined,
      units: given.MARKET_UNITS !== undefined,
    },
    /** Past any pooler: for sessions, LISTEN and migrations. */
    directDatabaseUrl: env.DATABASE_DIRECT_URL || env.DATABASE_URL,
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: new URL(env.PUBLIC_URL || `http://localhost:${env.PORT}`).origin,
    demo: demo && sandboxAllowed,
    onScreenCodes: env.SMTP_URL === '' && sandboxAllowed,
    stripe: env.STRIPE_SECRET_KEY !== '',
    photoAnalysis: photoAnalysis(env),
    doordash: env.DOORDASH_DEVELOPER_ID !== '',
    oidc: env.OIDC_ISSUER !== '',
    s3: env.S3_ENDPOINT !== '',
    simulated: sandboxAllowed ? simulatedParts(env, demo) : [],
  }
}

/** The simulated parts, for the banner at start and the footer of the site. */
function simulatedParts(env: Env, demo: boolean): string[] {
  return [
    ...(env.STRIPE_SECRET_KEY === '' ? [words('card payments (test cards only)')] : []),
    ...(env.GEMINI_API_KEY === '' ? [words('photo analysis (offline, not AI)')] : []),
    ...(env.DOORDASH_DEVELOPER_ID === '' ? [words('courier quotes (estimates)')] : []),
    ...(env.SMTP_URL === '' ? [words('mail (sign-in codes are shown on screen)')] : []),
    ...(demo ? [words('a demo neighbourhood')] : []),
  ]
}

/** The environment, and what a `.env` file in the working folder adds to it. Tests see no such file. */
export function readEnvironment(): Record<string, string | undefined> {
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile()
  return process.env
}

type Env = z.infer<typeof Environment>
/** The variables that are set, well or badly; empty is not set. */
type Given = { [Name in keyof Env]?: unknown }

/** The environment with what is malformed in it: that is not missing. */
function despite(error: z.ZodError, given: Record<string, string | undefined>): Given {
  const entries = Object.groupBy(Object.entries(given), ([name]) =>
    error.issues.some(({ path }) => path[0] === name) ? 'malformed' : 'wellFormed',
  )
  const wellFormed = Environment.parse(Object.fromEntries(entries.wellFormed ?? []))
  return { ...wellFormed, ...Object.fromEntries(entries.malformed ?? []) }
}

function missing(env: Given): string[] {
  return [
    ...halfSetGroups(env),
    ...strangeVapidKeys(env),
    ...(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const).flatMap((name) =>
      env[name] !== '' && env.DATABASE_URL === '' ? [`DATABASE_URL: is needed together with ${name}`] : [],
    ),
    ...(env.NODE_ENV === 'production'
      ? [...missingInProduction(env, mayPlay(env)), ...weakInProduction(env, mayPlay(env))]
      : []),
  ]
}

function photoAnalysis(env: Env): 'ai' | 'offline' | 'none' {
  if (env.GEMINI_API_KEY !== '') return 'ai'
  return mayPlay(env) ? 'offline' : 'none'
}

/** Whether simulated parts may run. */
const mayPlay = (env: Given) => env.NODE_ENV !== 'production' || env.ALLOW_SANDBOX === 'true'

function halfSetGroups(env: Given): string[] {
  return GROUPS.flatMap((group) => {
    const missing = group.filter((name) => env[name] === '')
    if (missing.length === 0 || missing.length === group.length) return []
    return missing.map(
      (name) => `${name}: is needed together with ${group.filter((other) => env[other] !== '').join(', ')}`,
    )
  })
}

function strangeVapidKeys({ VAPID_PUBLIC_KEY: given, VAPID_PRIVATE_KEY: privateKey }: Given): string[] {
  if (typeof given !== 'string' || typeof privateKey !== 'string' || given === '' || privateKey === '') return []
  try {
    return publicKeyOf(privateKey) === given ? [] : ['VAPID_PUBLIC_KEY: is not that of VAPID_PRIVATE_KEY']
  } catch {
    return ['VAPID_PRIVATE_KEY: is not a key such as from: npx web-push generate-vapid-keys']
  }
}

const LOOPBACK_URL = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/?$/

/** Secrets that are set but protect nobody. */
function weakInProduction(env: Given, sandboxAllowed: boolean): string[] {
  const { PUBLIC_URL: url, SESSION_KEYS: keys, METRICS_TOKEN: metrics, OIDC_ISSUER: issuer } = env
  const { SMTP_URL: smtp, MAIL_FROM: from, STRIPE_SECRET_KEY: stripe, STRIPE_WEBHOOK_SECRET: hook } = env
  const tooShort = (value: unknown, least: number) => typeof value === 'string' && value !== '' && value.length < least
  const problems = []
  // On its own machine a site may be tried out without TLS.
  const triedOut = sandboxAllowed && typeof url === 'string' && LOOPBACK_URL.test(url)
  if (typeof url === 'string' && url.startsWith('http:') && !triedOut)
    problems.push('PUBLIC_URL: production needs https')
  if (typeof keys === 'string' && keys !== '' && keys.split(',').some((key) => key.trim().length < 32))
    problems.push('SESSION_KEYS: each key needs 32 characters or more, such as from: openssl rand -base64 32')
  if (typeof from === 'string' && (smtp !== '' || from !== UNSET_SENDER) && isNowhere(from) && !sandboxAllowed)
    problems.push('MAIL_FROM: needs an address at your own domain: mail from such a one reaches nobody')
  if (typeof issuer === 'string' && issuer.startsWith('http:')) problems.push('OIDC_ISSUER: production needs https')
  if (typeof stripe === 'string' && /^[sr]k_test_/.test(stripe) && !sandboxAllowed)
    problems.push('STRIPE_SECRET_KEY: is a test key, by which nobody pays (or ALLOW_SANDBOX=true to try it out)')
  if (tooShort(hook, 8)) problems.push('STRIPE_WEBHOOK_SECRET: is too short to be a secret')
  if (tooShort(metrics, 16)) problems.push('METRICS_TOKEN: needs 16 characters or more')
  return problems
}

function missingInProduction(env: Given, sandboxAllowed: boolean): string[] {
  const required: (keyof Env)[] = ['DATABASE_URL', 'PUBLIC_URL', 'SESSION_KEYS']
  const problems = required.filter((name) => env[name] === '').map((name) => `${name}: is required in production`)
  // Photos in a bucket are for sites of several machines, which would each make keys of their own.
  if (env.S3_ENDPOINT !== '' && env.VAPID_PRIVATE_KEY === '' && env.VAPID_PUBLIC_KEY === '')
    problems.push('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: are required in production together with S3_ENDPOINT')
  if (sandboxAllowed) return problems
  if (env.SMTP_URL === '' && env.OIDC_ISSUER === '') {
    problems.push('SMTP_URL or OIDC_ISSUER: production needs a way to sign in')
  }
  for (const name of GROUPS[1]) {
    if (env[name] === '')
      problems.push(`${name}: is required in production (or ALLOW_SANDBOX=true to run the card sandbox)`)
  }
  return problems
}

/** The card provider's client keeps host and port of an address, and would drop the rest without a word. */
function isOrigin(given: string): boolean {
  const { origin, href } = new URL(given)
  return href === `${origin}/`
}

/** Whether a sender's domain is one that only its own machine or network knows. */
function isNowhere(sender: string): boolean {
  const domain = /@([^\s<>@]*)>?\s*$/.exec(sender)?.[1] ?? ''
  return (
    !domain.includes('.') ||
    /\.(localhost|local|localdomain|internal|lan|home|test|invalid)\.?$|^[\d.[\]]+$/i.test(domain)
  )
}

/** The machine's, where it has one that is known. */
function machineZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** By ISO 3166-1: of what else has two letters, some are groups of countries (EU), nowhere (ZZ) or former names (UK). */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || ['EU', 'EZ', 'UN', 'ZZ', 'QO', 'XA', 'XB'].includes(code)) return false
  if (Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}
