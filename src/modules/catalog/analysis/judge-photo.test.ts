import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPhoto, uploadPhotos } from '../../../testing/builders.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'
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
    expect((await judge(night!)).body).toEqual({ warnings: ['dark'] })
    expect((await judge(day!)).body).toEqual({ warnings: [] })
    expect((await judge(night!, other)).status).toBe(403)
    expect((await judge(night!, market.visitor())).status).toBe(401)
    expect((await judge('/etc/passwd')).status).toBe(400)
  })
})
