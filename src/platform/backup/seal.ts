import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { Damaged } from './damaged.ts'

/** The keys made from a passphrase: one key to encrypt with, one to name contents with. */
export interface SealKeys {
  cipher: Buffer
  names: Buffer
}

const MAGIC = Buffer.from('OGBK')
const FORMAT = 1
const ENCRYPTED = 1
const COMPRESSED = 2
const HEAD = MAGIC.length + 2
const HASH = 32
const NONCE = 12
const TAG = 16
/** scrypt's cost: a tenth of a second and 32 MB for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }

/** In pieces of Node's own 16 KB, a segment of the log takes several times as long. */
const PIECES = { chunkSize: 2 ** 20 }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export function keysOf(passphrase: string, salt: Buffer): Promise<SealKeys> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 64, COST, (error, key) => {
      if (error) reject(error)
      else resolve({ cipher: key.subarray(0, 32), names: key.subarray(32) })
    })
  })
}

/**
 * The file that keeps `bytes` under `name`: compressed, then encrypted by AES-256-GCM with a nonce of its own, or else with
 * its hash. Its name is part of what is proved, so that no file can stand in for another.
 */
export async function seal(
  keys: SealKeys | null,
  name: string,
  bytes: Buffer,
  { compressed = true }: { compressed?: boolean } = {},
): Promise<Buffer> {
  const body = compressed ? await compress(bytes, PIECES) : bytes
  const head = Buffer.concat([MAGIC, Buffer.from([FORMAT, (keys ? ENCRYPTED : 0) | (compressed ? COMPRESSED : 0)])])
  if (!keys) return Buffer.concat([head, hashOf(head, name, body), body])
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keys.cipher, nonce).setAAD(proved(head, name))
  const secret = Buffer.concat([cipher.update(body), cipher.final()])
  return Buffer.concat([head, nonce, cipher.getAuthTag(), secret])
}

/** Answers the bytes that `seal` was given. @throws {Damaged} when a byte of it is not what it was, or the key is another */
export async function unseal(keys: SealKeys | null, name: string, file: Buffer): Promise<Buffer> {
  try {
    const head = file.subarray(0, HEAD)
    const flags = file[HEAD - 1] ?? 0
    if (!head.subarray(0, MAGIC.length).equals(MAGIC) || head[MAGIC.length] !== FORMAT)
      throw new Error('is no such file')
    if (((flags & ENCRYPTED) !== 0) !== (keys !== null)) throw new Error('is encrypted, or is not, against expectation')
    const body = keys ? decrypt(keys, head, name, file) : checked(head, name, file)
    return (flags & COMPRESSED) === 0 ? body : await decompress(body, PIECES)
  } catch (cause) {
    throw new Damaged(name, 'damaged', { cause })
  }
}

function checked(head: Buffer, name: string, file: Buffer): Buffer {
  const body = file.subarray(HEAD + HASH)
  if (!file.subarray(HEAD, HEAD + HASH).equals(hashOf(head, name, body))) throw new Error('has another hash')
  return body
}

function decrypt(keys: SealKeys, head: Buffer, name: string, file: Buffer): Buffer {
  const [nonce, tag] = [file.subarray(HEAD, HEAD + NONCE), file.subarray(HEAD + NONCE, HEAD + NONCE + TAG)]
  const decipher = createDecipheriv('aes-256-gcm', keys.cipher, nonce, { authTagLength: TAG })
  decipher.setAAD(proved(head, name)).setAuthTag(tag)
  return Buffer.concat([decipher.update(file.subarray(HEAD + NONCE + TAG)), decipher.final()])
}

/** The name of contents; from an encrypted backup nobody learns whether it holds something they know. */
export function contentName(keys: SealKeys | null, bytes: Buffer): string {
  return (keys ? createHmac('sha256', keys.names) : createHash('sha256')).update(bytes).digest('hex')
}

const proved = (head: Buffer, name: string) => Buffer.concat([head, Buffer.from(name)])
const hashOf = (head: Buffer, name: string, body: Buffer) =>
  createHash('sha256').update(proved(head, name)).update(body).digest()
