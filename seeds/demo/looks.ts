import { FROM_ABOVE, TONE_NAMES, type Setting, type Tone } from './backdrops.ts'
import { randomFrom } from './random.ts'
import type { Shot, Thing } from './pictures.ts'

/** What a listing's photos show, and how they were taken. */
export interface Look {
  emoji: string
  scene: 'flat' | 'room' | 'table' | 'garden'
  /** How many photos, 1 to 3: the whole, another side, a close look. */
  views: number
  /** Degrees around the colour wheel. */
  hue?: number
  copies?: number
  /** Degrees around the colour wheel from one copy to the next. */
  step?: number
  /** Something that comes along in the second photo. */
  with?: string
}

/** Where each kind of scene is photographed: first, second and close view. Several choices, so that neighbours differ. */
const PLACES: Record<Look['scene'], [Setting[], Setting[], Setting[]]> = {
  flat: [
    ['dots', 'checks', 'stripes', 'wood'],
    ['wood', 'checks', 'stripes'],
    ['dots', 'stripes', 'wood'],
  ],
  room: [['room', 'rug', 'studio'], ['rug', 'room'], ['studio']],
  table: [['table', 'studio'], ['table'], ['studio']],
  garden: [['garden'], ['garden', 'room'], ['studio']],
}

type Arrangement = Pick<Thing, 'x' | 'y' | 'size'>[]
/** By number of copies. Lying things are placed by their centre, standing ones by their feet. */
const LYING: Arrangement[] = [
  [{ x: 0.5, y: 0.5, size: 0.8 }],
  [
    { x: 0.35, y: 0.45, size: 0.6 },
    { x: 0.66, y: 0.56, size: 0.6 },
  ],
  [
    { x: 0.29, y: 0.42, size: 0.48 },
    { x: 0.54, y: 0.64, size: 0.48 },
    { x: 0.74, y: 0.38, size: 0.48 },
  ],
]
const STANDING: Arrangement[] = [
  [{ x: 0.5, y: 0.87, size: 0.74 }],
  [
    { x: 0.37, y: 0.82, size: 0.54 },
    { x: 0.64, y: 0.89, size: 0.54 },
  ],
  [
    { x: 0.24, y: 0.84, size: 0.44 },
    { x: 0.5, y: 0.9, size: 0.5 },
    { x: 0.76, y: 0.84, size: 0.44 },
  ],
]

/** The photos of a listing, always the same for the same `key`. */
export function shotsOf(key: string, look: Look): Shot[] {
  const random = randomFrom(key)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const lean = (most: number) => Math.round((random() * 2 - 1) * most)
  const tones = [pick(TONE_NAMES), pick(TONE_NAMES)] as const
  const mirrored = random() < 0.4
  const views = PLACES[look.scene].map((places, view): Shot => {
    const setting = pick(places)
    const lies = FROM_ABOVE.includes(setting)
    const tone: Tone = view === 1 && lies ? tones[1] : tones[0]
    const things = [overview, otherSide, closeLook][view]?.(look, lies) ?? []
    return {
      setting,
      tone,
      things: things.map((thing) => ({
        ...thing,
        hue: thing.hue ?? 0,
        mirrored: (view === 1) !== mirrored,
        turn: lean(lies ? 16 : view === 2 ? 4 : 0),
      })),
    }
  })
  return views.slice(0, look.views)
}

function overview({ emoji, hue = 0, copies = 1, step = 0 }: Look, lies: boolean): Thing[] {
  const places = (lies ? LYING : STANDING)[copies - 1] ?? []
  return places.map((place, index) => ({ ...place, emoji, hue: hue + index * step }))
}

function otherSide(look: Look, lies: boolean): Thing[] {
  const main = { emoji: look.emoji, hue: look.hue ?? 0 }
  if (look.with === undefined) {
    return [{ ...main, ...(lies ? { x: 0.47, y: 0.52, size: 0.66 } : { x: 0.42, y: 0.84, size: 0.6 }) }]
  }
  const beside = { emoji: look.with, hue: look.hue ?? 0 }
  return lies
    ? [
        { ...main, x: 0.37, y: 0.46, size: 0.62 },
        { ...beside, x: 0.73, y: 0.62, size: 0.4 },
      ]
    : [
        { ...main, x: 0.35, y: 0.85, size: 0.6 },
        { ...beside, x: 0.74, y: 0.88, size: 0.42 },
      ]
}

function closeLook({ emoji, hue = 0 }: Look, lies: boolean): Thing[] {
  return [{ emoji, hue, x: 0.56, y: lies ? 0.6 : 1.2, size: 1.3 }]
}
