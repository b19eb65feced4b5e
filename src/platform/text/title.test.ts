import { expect, test } from 'vitest'
import { title } from './title.ts'

const Title = title({ min: 3, tooShort: 'Too short', max: 100, tooLong: 'Too long' })

test.each([
  'Bike 20/24 inch',
  'Size 3T/4T: two shirts',
  'Dr. Seuss, 3.5 kg',
  'Bear…cuddly',
  'Desk @ 20 cm',
  'LEGO CITY',
  'Élan, très doux. Été',
  'बच्चों की किताब. हिन्दी',
])('%s is a title', (value) => {
  expect(Title.parse(value)).toBe(value)
})

test.each([
  'URGENT: account locked, verify at https://evil.example/x',
  'verify at evil.example',
  'Verify at evil\u200b.com',
  'www evil',
  'write to nora@evil',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil\u0334.com',
  'evil.\u0338com',
  'w\u0334ww evil',
  'nora\u0334@\u0334evil',
])('nothing that a mail program makes a link of is one: %s', (value) => {
  const messages = Title.safeParse(value).error?.issues.map(({ message }) => message)
  expect(messages).toEqual([expect.stringContaining('addresses')])
})
