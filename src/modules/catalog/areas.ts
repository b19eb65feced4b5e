/** A part of a picture: its left and upper edge, width and height, from 0 to 1 of the picture's own. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const MOST_AREAS = 20
/** So many pictures may all areas cover together: each is worked on by itself, however much they overlap. */
const MOST_PICTURES = 2

/** The part of it that lies in the picture; null where nothing does. */
export function clipArea({ x, y, width, height }: Area): Area | null {
  const [left, right] = [Math.max(0, x), Math.min(1, x + width)]
  const [top, bottom] = [Math.max(0, y), Math.min(1, y + height)]
  return left < right && top < bottom ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/** `0.1,0.2,0.3,0.4;…` clipped to the picture; null where that isn't 1 to 20 areas, each with something of the picture in it. */
export function readAreas(text: string): Area[] | null {
  const areas = text.split(';').map((one) => {
    const [x, y, width, height, ...more] = one
      .split(',')
      .map((part) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(part) ? Number(part) : NaN))
    if (x === undefined || y === undefined || width === undefined || height === undefined || more.length > 0)
      return null
    return clipArea({ x, y, width, height })
  })
  const found = areas.filter((area) => area !== null)
  const size = found.reduce((sum, { width, height }) => sum + width * height, 0)
  return found.length === areas.length && found.length <= MOST_AREAS && size <= MOST_PICTURES ? found : null
}

export const isSameArea = (one: Area, other: Area): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

export const writeAreas = (areas: Area[]): string =>
  areas.map(({ x, y, width, height }) => [x, y, width, height].map((part) => part.toFixed(5)).join(',')).join(';')
