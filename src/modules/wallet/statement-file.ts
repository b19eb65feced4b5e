import { HOUR_MS } from '../../platform/durations.ts'

/** A night's digest of the ledger: the root of the hash tree (RFC 6962) over its first `size` transfers, in hexadecimal. */
export interface LedgerDigest {
  night: string
  size: number
  root: string
}

/** One entry of the member's account, with its place in the tree. Amounts are hundredths of a token. */
export interface FileLine {
  version: number
  amount: number
  balanceAfter: number
  transfer: string
  kind: string
  /** UTC, to the microsecond. */
  createdAt: string
  /** The reason: a JSON text, or words. */
  facts: string
  /** The leaf's place, counted from 0, and the hashes beside its way to the root; null until the next night. */
  place: number | null
  proof: string[]
}

/** A member's statement as it can be checked without the market. */
export interface StatementFile {
  format: typeof STATEMENT_FORMAT
  account: string
  /** Known to the market and to the member alone; hexadecimal. */
  salt: string
  digest: LedgerDigest
  /** Base64: Ed25519 over `signedText`, and the key (32 bytes). */
  signature: string
  publicKey: string
  /** From the first entry on. */
  lines: FileLine[]
}

export const STATEMENT_FORMAT = 'outgrown-statement-1'

/** Faults of a statement; `version` is the entry in question. */
export type StatementFault =
  | { kind: 'unreadable' }
  | { kind: 'signature' }
  /** Another key or another digest of that night than the market has published. */
  | { kind: 'key' | 'published' }
  /** `unplaced`: it has no place in the digest, although the digest was taken later. */
  | { kind: 'gap' | 'balance' | 'digest' | 'unplaced'; version: number }

export interface Verdict {
  faults: StatementFault[]
  /** Entries that the digest proves, and those that wait for the next night. */
  proved: number
  waiting: number
  /** Absent where the file is no statement. */
  digest?: LedgerDigest
  /** Whether the signature was checked at all: not every browser can. */
  signatureChecked: boolean
}

/** The digests that a market has published, newest first, and the key of their signatures: as `GET /api/digests` answers. */
export interface Published {
  publicKey: string | null
  digests: readonly LedgerDigest[]
}

/** The text that the market signs. */
export const signedText = ({ night, size, root }: LedgerDigest): string =>
  `outgrown-digest-1\n${night}\n${size}\n${root}\n`

/**
 * Checks a statement with nothing but the file: the signature, that entries are numbered without a gap and balances follow
 * from each other, and that each entry lies in the digest where it says. Whether the digest is the one that was published
 * is for the reader: it stands in the foot of each mail of that night.
 * @param published compared with what the file says, where it is at hand
 */
export async function verifyStatement(file: unknown, published?: Published): Promise<Verdict> {
  const verdict: Verdict = { faults: [], proved: 0, waiting: 0, signatureChecked: false }
  if (!isStatement(file)) return { ...verdict, faults: [{ kind: 'unreadable' }] }
  const { digest } = file
  const signed = await isSigned(file)
  verdict.signatureChecked = signed !== undefined
  if (signed === false) verdict.faults.push({ kind: 'signature' })
  if (published) verdict.faults.push(...unlike(file, published))
  // A night's digest has all entries up to the moment it was taken: only those after the last that it proves can be waiting.
  const lastProved = file.lines.findLastIndex(({ place }) => place !== null)
  let [version, balance] = [0, 0]
  for (const [index, line] of file.lines.entries()) {
    if (line.version !== version + 1) verdict.faults.push({ kind: 'gap', version: line.version })
    else if (line.balanceAfter !== balance + line.amount)
      verdict.faults.push({ kind: 'balance', version: line.version })
    ;[version, balance] = [line.version, line.balanceAfter]
    if (index > lastProved && mayBeNewer(line, digest)) verdict.waiting += 1
    else if (index > lastProved) verdict.faults.push({ kind: 'unplaced', version: line.version })
    else if ((await rootBy(await leafOf(file, line), line, digest.size)) === digest.root) verdict.proved += 1
    else verdict.faults.push({ kind: 'digest', version: line.version })
  }
  return { ...verdict, digest }
}

/** Where on Earth a day begins first, it begins so long before it does in UTC. */
const FIRST_DAWN_MS = 14 * HOUR_MS

/**
 * A digest is taken after its night's day has begun by the market's clock, and has all that was there by then. The file
 * doesn't say which clock that is: what is older than the day is anywhere can't be waiting.
 */
const mayBeNewer = ({ createdAt }: FileLine, { night }: LedgerDigest): boolean =>
  Date.parse(createdAt) >= Date.parse(night) - FIRST_DAWN_MS

function unlike({ publicKey, digest }: StatementFile, published: Published): StatementFault[] {
  if (publicKey !== published.publicKey) return [{ kind: 'key' }]
  const same = published.digests.find(({ night }) => night === digest.night)
  return same?.root === digest.root && same.size === digest.size ? [] : [{ kind: 'published' }]
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const base64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await new Blob(parts as BlobPart[]).arrayBuffer()))
}

function leafOf({ account, salt }: StatementFile, line: FileLine): Promise<Uint8Array> {
  const { version, amount, balanceAfter, transfer, kind, createdAt, facts } = line
  const text = [salt, account, version, amount, balanceAfter, transfer, kind, createdAt, facts].join('\n')
  return sha256(Uint8Array.of(0), new TextEncoder().encode(text))
}

/** The root that a leaf and its proof come to (RFC 9162, section 2.1.3.2); null where they don't fit the tree's size. */
async function rootBy(leaf: Uint8Array, { place, proof }: FileLine, size: number): Promise<string | null> {
  if (place === null || place >= size) return null
  let [at, last, hash] = [place, size - 1, leaf]
  for (const beside of proof.map(bytesOf)) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      hash = await sha256(Uint8Array.of(1), beside, hash)
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else hash = await sha256(Uint8Array.of(1), hash, beside)
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? hexOf(hash) : null
}

/** Undefined where this browser knows no Ed25519. */
async function isSigned({ publicKey, signature, digest }: StatementFile): Promise<boolean | undefined> {
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('raw', base64(publicKey), 'Ed25519', false, ['verify'])
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false
  }
  const text = new TextEncoder().encode(signedText(digest))
  return crypto.subtle.verify('Ed25519', key, base64(signature), text)
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)
const isHash = (value: unknown) => isText(value, /^[0-9a-f]{64}$/)

/** A file may hold anything in place of this. */
type Unread<Known> = { [Key in keyof Known]?: unknown }

function isStatement(file: unknown): file is StatementFile {
  const { format, account, salt, digest, signature, publicKey, lines } = (file ?? {}) as Unread<StatementFile>
  const { night, size, root } = (digest ?? {}) as Unread<LedgerDigest>
  return (
    format === STATEMENT_FORMAT &&
    isText(account, /^[0-9a-f-]{36}$/) &&
    isHash(salt) &&
    isText(night, /^\d{4}-\d\d-\d\d$/) &&
    isCount(size) &&
    isHash(root) &&
    isText(signature, /^[A-Za-z0-9+/]{86}==$/) &&
    isText(publicKey, /^[A-Za-z0-9+/]{43}=$/) &&
    Array.isArray(lines) &&
    lines.every((line) => isLine(line))
  )
}

function isLine(line: unknown): boolean {
  const { version, amount, balanceAfter, transfer, kind, createdAt, facts, place, proof } = (line ??
    {}) as Unread<FileLine>
  return (
    isCount(version) &&
    Number.isSafeInteger(amount) &&
    isCount(balanceAfter) &&
    [transfer, kind, createdAt, facts].every((text) => typeof text === 'string') &&
    (place === null || isCount(place)) &&
    Array.isArray(proof) &&
    proof.length <= 53 &&
    proof.every((hash) => isHash(hash))
  )
}
