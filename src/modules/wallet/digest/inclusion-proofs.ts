import { hash } from 'node:crypto'
import type { Reader } from '../../../platform/database.ts'

/** Hashes in a row of `ledger_tile`, and the bytes of one. */
const TILE = 256
const BYTES = 32

/** The same row of the tree at each of its heights, from the hashes themselves to the one that they come to. */
type Layers = Buffer[][]

/**
 * For each of these leaves the hashes beside its way to the root of the tree over the first `size` leaves, from the leaf
 * upwards (RFC 6962, section 2.1.1). A tile is read and hashed once, however many leaves lie in it.
 */
export async function inclusionProofs(reader: Reader, size: number, places: number[]): Promise<Buffer[][]> {
  const proofs = places.map((): Buffer[] => [])
  let [at, count] = [places, size]
  /** The hash of the right edge of the levels below, while it isn't full. */
  let edge: Buffer | undefined
  for (let level = 0; count > 0; level += 1) {
    const last = Math.floor(count / TILE)
    const tiles = await readTiles(reader, level, new Set([...at.map((place) => Math.floor(place / TILE)), last]))
    const layers = new Map<number, Layers>()
    for (const [number, hashes] of tiles) {
      const full = number < last ? hashes : hashes.slice(0, count % TILE)
      layers.set(number, layersOver(number === last && edge ? [...full, edge] : full))
    }
    if (!layers.has(last) && edge) layers.set(last, [[edge]])
    for (const [index, place] of at.entries()) {
      proofs[index]?.push(...beside(layers.get(Math.floor(place / TILE)) ?? [], place % TILE))
    }
    edge = layers.get(last)?.at(-1)?.[0]
    at = at.map((place) => Math.floor(place / TILE))
    count = last
  }
  return proofs
}

async function readTiles(reader: Reader, level: number, numbers: Set<number>): Promise<Map<number, Buffer[]>> {
  const rows = await reader('ledger_tile')
    .where({ level })
    .whereIn('number', [...numbers].map(BigInt))
    .select('number', 'hashes')
  return new Map(rows.map(({ number, hashes }) => [Number(number), split(hashes)]))
}

const split = (hashes: Buffer) =>
  Array.from({ length: hashes.length / BYTES }, (_, at) => hashes.subarray(at * BYTES, (at + 1) * BYTES))

/** By pairs; one without a partner goes up as it is. */
function layersOver(hashes: Buffer[]): Layers {
  const layers = [hashes]
  for (let below = hashes; below.length > 1; layers.push(below)) {
    below = below.flatMap((left, at) => {
      if (at % 2 === 1) return []
      const right = below[at + 1]
      return right ? hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer') : left
    })
  }
  return layers
}

function beside(layers: Layers, place: number): Buffer[] {
  return layers.flatMap((layer, height) => layer[Math.floor(place / 2 ** height) ^ 1] ?? [])
}
