import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { type Cluster, segmentKey } from './base.ts'
import { readNewest } from './newest.ts'

const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENT_BYTES = 16 * 2 ** 20
/** Segments of 16 MB in each of PostgreSQL's logs of 4 GB. */
const IN_ONE = 256

export const isSegment = (name: string) => SEGMENT.test(name)
export const timelineOf = (name: string) => parseInt(name.slice(0, 8), 16)
export const positionOf = (segment: string) =>
  parseInt(segment.slice(8, 16), 16) * IN_ONE + parseInt(segment.slice(16, 24), 16)

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
const nameOf = (timeline: number, position: number) =>
  hex(timeline) + hex(Math.floor(position / IN_ONE)) + hex(position % IN_ONE)
export const historyOf = (timeline: number) => `${hex(timeline)}.history`

/** The part of the log that a whole backup needs, to come as far as the log goes. */
export interface LogChain {
  /** The one to follow; null for that of the whole backup. */
  timeline: number | null
  /** The segments in order, as far as they are there without a hole. */
  segments: string[]
  gap: Gap | null
}

/** A hole in the log, which goes on behind it. */
export interface Gap {
  missing: Damaged
  /** The time up to which it goes on, where that is known. */
  until: string | null
}

/** A timeline, and at which segment it began. */
interface Leg {
  timeline: number
  begin: number
}

/** @throws Error only where the place does not answer: whatever is wrong with the log is its gap */
export async function readChain(vault: Vault, { firstSegment, lastSegment }: Cluster): Promise<LogChain> {
  // Before the names, since it is written after them.
  const newest = await readNewest(vault).catch(asDamaged)
  const names = new Set((await vault.list('wal/')).map((key) => key.slice('wal/'.length)))
  const marker = newest instanceof Damaged ? null : newest
  const segments = [...names, ...(marker?.segment ? [marker.segment] : [])].filter(isSegment)
  const { legs, lost } = await chooseLegs(vault, { firstSegment, lastSegment, segments })

  /** The name of a position of the log, on the timeline that it belongs to. */
  const nameAt = (position: number) => {
    const own = timelineOf(firstSegment)
    const timeline = legs.reduce((found, leg) => (leg.begin <= position ? leg.timeline : found), own)
    return nameOf(timeline, position)
  }
  const first = positionOf(firstSegment)
  const positions = segments.filter((name) => name === nameAt(positionOf(name))).map(positionOf)
  const last = positions.reduce((one, other) => Math.max(one, other), positionOf(lastSegment))
  const whole: string[] = []
  for (let position = first; position <= last && names.has(nameAt(position)); position += 1)
    whole.push(nameAt(position))
  const end = first + whole.length
  const missing =
    end <= last
      ? new Damaged(segmentKey(nameAt(end)), 'missing')
      : (lost ?? (newest instanceof Damaged ? newest : null))
  const gap = missing && { missing, until: marker?.at ?? null }
  return { timeline: legs.at(-1)?.timeline ?? null, segments: whole, gap }
}

/** The newest timeline that goes on from the backup, and what it descends from, if any; a lost history hides one. */
async function chooseLegs(
  vault: Vault,
  { firstSegment, lastSegment, segments }: { firstSegment: string; lastSegment: string; segments: string[] },
): Promise<{ legs: Leg[]; lost: Damaged | null }> {
  const own = timelineOf(firstSegment)
  let lost: Damaged | null = null
  const later = new Set(segments.map(timelineOf).filter((timeline) => timeline > own))
  for (const timeline of [...later].toSorted((one, other) => other - one)) {
    const key = segmentKey(historyOf(timeline))
    const text = await vault.get(key).catch(asDamaged)
    if (text instanceof Damaged) lost = text
    else if (text === null) lost = new Damaged(key, 'missing')
    else {
      const legs = legsOf(text.toString(), timeline)
      const at = legs.findIndex((leg) => leg.timeline === own)
      const left = at === -1 ? undefined : legs[at + 1]
      if (left && left.begin >= positionOf(lastSegment)) return { legs, lost }
    }
  }
  return { legs: [], lost }
}

/** A line for each ancestor: its number, and where it was left. */
function legsOf(history: string, timeline: number): Leg[] {
  const ends = [...history.matchAll(/^(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm)]
  const legs: Leg[] = []
  let begin = 0
  for (const [, number, high = '', low = ''] of ends) {
    legs.push({ timeline: Number(number), begin })
    begin = Math.floor((parseInt(high, 16) * 2 ** 32 + parseInt(low, 16)) / SEGMENT_BYTES)
  }
  return [...legs, { timeline, begin }]
}

function asDamaged(error: unknown): Damaged {
  if (error instanceof Damaged) return error
  throw error
}
