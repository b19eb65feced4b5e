import sharp from 'sharp'

/** Size of every demo photo, in pixels: 4:3 as the cards show it. */
export const WIDTH = 720
export const HEIGHT = 540

/** Light and deeper tone of a room or cloth. */
const TONES = {
  oat: ['#f6efe4', '#d9c7ad'],
  sky: ['#e6f1f7', '#b4d0de'],
  sage: ['#e9f0e6', '#b9ccb2'],
  rose: ['#f9e9e6', '#e2bdb6'],
  honey: ['#fdf0d5', '#e8c98f'],
  lilac: ['#efeaf6', '#c6bbdc'],
  stone: ['#eeeeec', '#c3c4c2'],
  mint: ['#e3f4ee', '#a9d5c5'],
  petrol: ['#b5d5d9', '#5f98a1'],
  brick: ['#f3cdb8', '#cf9175'],
  mustard: ['#f8e2a4', '#dfb04e'],
} as const
export type Tone = keyof typeof TONES
export const TONE_NAMES = Object.keys(TONES) as Tone[]

/** Where things stand (room, rug, table, garden, studio) or lie, seen from above (cloth, wood). */
export type Setting = 'room' | 'rug' | 'table' | 'garden' | 'studio' | 'dots' | 'checks' | 'stripes' | 'wood'
export const FROM_ABOVE: readonly Setting[] = ['dots', 'checks', 'stripes', 'wood']

interface Raster {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Draws backdrops, each once: many photos share one. */
export function backdropPainter(): (setting: Setting, tone: Tone) => Promise<Raster> {
  const painted = new Map<string, Promise<Raster>>()
  return (setting, tone) => {
    const key = `${setting}-${tone}`
    const known = painted.get(key) ?? paint(setting, tone)
    painted.set(key, known)
    return known
  }
}

async function paint(setting: Setting, tone: Tone): Promise<Raster> {
  const [light, deep] = TONES[tone]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 800 600">${DRAWINGS[setting](light, deep)}</svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, info: { width: info.width, height: info.height, channels: info.channels } }
}

/** Drawings are made for 800 by 600. */
const fill = (paint: string) => `<rect width="800" height="600" fill="${paint}"/>`
const down = (id: string, from: string, to: string) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
/** Daylight from the upper left, darker corners. */
const LIGHT =
  `<radialGradient id="light" cx=".36" cy=".28" r=".95"><stop stop-color="#fff" stop-opacity=".5"/>` +
  `<stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2b2118" stop-opacity=".2"/></radialGradient>`
const WINDOW =
  `<g fill="#fff" opacity=".28"><path d="M520 40l150-34 0 150-150 34zM520 206l150-34 0 120-150 34z"/>` +
  `<path d="M686 2l100-23 0 150-100 23zM686 168l100-23 0 120-100 23z"/></g>`

const standing = (light: string, deep: string, extra: string) =>
  `<defs>${down('wall', light, deep)}${down('floor', '#d8b88f', '#b98f63')}${LIGHT}</defs>${fill('url(#wall)')}` +
  `${WINDOW}<rect y="432" width="800" height="168" fill="url(#floor)"/>` +
  `<path d="M0 470H800M0 524H800M120 432v38M430 432v38M690 432v38M260 470v54M590 470v54M90 524v76M380 524v76M710 524v76" stroke="#7b5734" stroke-opacity=".22" stroke-width="2"/>` +
  `<rect y="416" width="800" height="16" fill="#fff" opacity=".75"/>${extra}${fill('url(#light)')}`

const lying = (base: string, pattern: string) =>
  `<defs>${pattern}${LIGHT}</defs>${fill(base)}${fill('url(#pattern)')}${fill('url(#light)')}`

const DRAWINGS: Record<Setting, (light: string, deep: string) => string> = {
  room: (light, deep) => standing(light, deep, ''),
  rug: (light, deep) =>
    standing(
      light,
      deep,
      `<ellipse cx="400" cy="530" rx="350" ry="62" fill="${deep}"/><ellipse cx="400" cy="530" rx="318" ry="52" fill="${light}"/>` +
        `<ellipse cx="400" cy="530" rx="270" ry="42" fill="${deep}" opacity=".55"/>`,
    ),
  table: (light, deep) =>
    `<defs>${down('wall', light, deep)}${down('top', '#c99b6c', '#e0b98c')}${LIGHT}</defs>${fill('url(#wall)')}${WINDOW}` +
    `<path d="M0 452H800V566H0z" fill="url(#top)"/><path d="M0 566H800V600H0z" fill="#9a6f45"/>` +
    `<path d="M0 480q200 10 400 0t400 0M0 520q200-10 400 0t400 0" stroke="#8f683f" stroke-opacity=".25" stroke-width="3" fill="none"/>` +
    fill('url(#light)'),
  garden: (light) =>
    `<defs>${down('air', '#d6ecf8', light)}${down('lawn', '#a9cf86', '#6ea35b')}${LIGHT}<filter id="soft"><feGaussianBlur stdDeviation="16"/></filter></defs>` +
    `${fill('url(#air)')}<g filter="url(#soft)" fill="#7fae72"><circle cx="90" cy="330" r="120"/><circle cx="300" cy="390" r="90"/>` +
    `<circle cx="560" cy="340" r="130"/><circle cx="760" cy="380" r="110"/></g>` +
    `<rect y="420" width="800" height="180" fill="url(#lawn)"/>${fill('url(#light)')}`,
  studio: (light, deep) =>
    `<defs><radialGradient id="sweep" cx=".5" cy=".4" r=".8"><stop stop-color="#fff"/><stop offset=".5" stop-color="${light}"/>` +
    `<stop offset="1" stop-color="${deep}"/></radialGradient></defs>${fill('url(#sweep)')}` +
    `<ellipse cx="400" cy="640" rx="620" ry="190" fill="${deep}" opacity=".35"/>`,
  dots: (light, deep) =>
    lying(
      light,
      `<pattern id="pattern" width="56" height="56" patternUnits="userSpaceOnUse" patternTransform="rotate(12)">` +
        `<circle cx="14" cy="14" r="7" fill="${deep}" opacity=".6"/><circle cx="42" cy="42" r="7" fill="${deep}" opacity=".6"/></pattern>`,
    ),
  checks: (light, deep) =>
    lying(
      light,
      `<pattern id="pattern" width="72" height="72" patternUnits="userSpaceOnUse" patternTransform="rotate(-8)">` +
        `<rect width="36" height="72" fill="${deep}" opacity=".38"/><rect width="72" height="36" fill="${deep}" opacity=".38"/></pattern>`,
    ),
  stripes: (light, deep) =>
    lying(
      light,
      `<pattern id="pattern" width="64" height="64" patternUnits="userSpaceOnUse" patternTransform="rotate(24)">` +
        `<rect width="26" height="64" fill="${deep}" opacity=".45"/><rect x="40" width="6" height="64" fill="${deep}" opacity=".35"/></pattern>`,
    ),
  wood: () =>
    lying(
      '#cfa777',
      `<pattern id="pattern" width="800" height="300" patternUnits="userSpaceOnUse" patternTransform="rotate(-3)">` +
        `<rect width="800" height="98" fill="#d9b486"/><rect y="100" width="800" height="98" fill="#cba273"/><rect y="200" width="800" height="98" fill="#d3ab7c"/>` +
        `<path d="M0 99H800M0 199H800M0 299H800M210 0v99M540 99v100M330 199v100" stroke="#7d5a36" stroke-opacity=".5" stroke-width="3"/>` +
        `<path d="M0 30q200 14 400 0t400 0M0 70q200-12 400 0t400 0M0 140q200 16 400 0t400 0M0 240q200-14 400 0t400 0" stroke="#8f683f" stroke-opacity=".18" stroke-width="3" fill="none"/></pattern>`,
    ),
}
