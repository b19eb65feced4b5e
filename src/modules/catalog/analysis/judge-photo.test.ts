import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPhoto, uploadPhotos } from '../../../testing/market/builders.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { warningsFor } from './judge-photo.ts'

/** A made picture of a thing on a floor: shapes with edges, soft light, and the noise of a camera. */
function scene({ width = 1600, height = 1200 } = {}): Sharp {
  const drawing = `<svg width="${width}" height="${height}" viewBox="0 0 160 120">
    <defs><linearGradient id="floor" y2="1"><stop stop-color="#c9b8a0"/><stop offset="1" stop-color="#8d7b64"/></linearGradient></defs>
    <rect width="160" height="120" fill="url(#floor)"/>
    <rect x="45" y="40" width="70" height="50" rx="6" fill="#3b6fa8"/><circle cx="65" cy="65" r="12" fill="#f2e9d8"/>
    <path d="M85 55h22v6H85zM85 68h15v5H85z" fill="#26323f"/></svg>`
  return sharp(Buffer.from(drawing))
}
const jpeg = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer()
const remade = async (picture: Sharp, change: (again: Sharp) => Sharp) => jpeg(change(sharp(await jpeg(picture))))

describe('made pictures', () => {
  test.each<[string, () => Promise<Buffer>, string[]]>([
    ['a thing in daylight', () => jpeg(scene()), []],
    ['a thing in a dim room', () => remade(scene(), (again) => again.linear(0.5, 0)), []],
    ['a white thing on white', () => jpeg(scene().linear(0.3, 170)), []],
    ['slightly out of focus', () => remade(scene(), (again) => again.blur(3)), []],
    ['a small but usable picture', () => jpeg(scene({ width: 640, height: 480 })), []],
    ['almost night', () => remade(scene(), (again) => again.linear(0.15, 0)), ['dark']],
    ['a lens cap', () => buildPhoto({ colour: '#0a0a0c' }), ['dark']],
    ['out of focus', () => remade(scene(), (again) => again.blur(20)), ['blurred']],
    ['blown up', async () => jpeg(sharp(await remade(scene(), (again) => again.resize(60))).resize(1600)), ['blurred']],
    ['a plain wall', () => buildPhoto({ colour: '#e0d8c8' }), []],
    ['a thumbnail', () => jpeg(scene({ width: 320, height: 240 })), ['tiny']],
    [
      'a blurred thumbnail',
      () => remade(scene({ width: 320, height: 240 }), (again) => again.blur(8)),
      ['blurred', 'tiny'],
    ],
  ])('%s', async (_name, make, warnings) => {
    expect(await warningsFor(await make())).toEqual(warnings)
  })

  test('a dark thing on a bright floor is not dark', async () => {
    const drawing =
      '<svg width="800" height="600"><rect width="800" height="600" fill="#ddd"/><rect x="100" y="75" width="600" height="450" fill="#181818"/></svg>'
    expect(await warningsFor(await jpeg(sharp(Buffer.from(drawing))))).toEqual([])
  })
})

describe('on both sides of a border', () => {
  /** A grey picture, pixel by pixel. */
  const made = (grey: (x: number, y: number) => number, [width, height] = [512, 512]) => {
    const pixels = Buffer.from(
      Array.from({ length: width * height }, (_, at) => grey(at % width, Math.floor(at / width))),
    )
    return sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  }
  /** Dark on the left, light on the right, `pixels` wide in between. */
  const edge = (pixels: number, contrast = 200) =>
    made((x) => 55 + Math.round(contrast * Math.min(Math.max((x - 250) / pixels, 0), 1)))

  test.each<[string, () => Promise<Buffer>, string[]]>([
    ['grey of 58', () => made(() => 58), ['dark']],
    ['grey of 62', () => made(() => 62), []],
    ['black, 8 in 100 pixels white', () => made((x) => (x < 41 ? 255 : 10)), ['dark']],
    ['black, 12 in 100 pixels white', () => made((x) => (x < 61 ? 255 : 10)), []],
    ['an edge of 7 pixels', () => edge(7), []],
    ['an edge of 10 pixels', () => edge(10), ['blurred']],
    ['a soft edge of hardly any contrast', () => edge(200, 14), []],
    ['a soft edge of little contrast', () => edge(200, 18), ['blurred']],
    ['400 pixels', () => made((x) => (x % 50 < 25 ? 90 : 200), [500, 400]), []],
    ['399 pixels', () => made((x) => (x % 50 < 25 ? 90 : 200), [500, 399]), ['tiny']],
  ])('%s', async (_name, make, warnings) => {
    expect(await warningsFor(await make())).toEqual(warnings)
  })
})

describe('the call', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await testMarket()
  })
  afterAll(() => market.stop())

  test('tells members about their own photos', async () => {
    const [member, other] = [await market.signIn(), await market.signIn()]
    const [night, day] = await uploadPhotos(member, [await buildPhoto({ colour: '#050505' }), await jpeg(scene())])
    const judge = (url: string, client = member) => client.get(`/api/ai/photo-warnings?photoUrl=${url}`)
    expect((await judge(night!)).body).toEqual({ warnings: ['dark'], again: false })
    expect((await judge(day!)).body).toEqual({ warnings: [], again: false })
    expect((await judge(night!, other)).status).toBe(403)
    expect((await judge(night!, market.visitor())).status).toBe(401)
    expect((await judge('/etc/passwd')).status).toBe(400)
  })
})
