import { expect, test } from 'vitest'
import { EXAMPLE_LIST, readList, type UnreadableList } from './read-list.ts'

const CATEGORIES = ['baby-clothes', 'toys', 'other', 'garden-tools']
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readList(bytes(text), CATEGORIES)
const coat = {
  title: 'Red coat',
  description: 'Warm, worn one winter.',
  category: 'baby-clothes',
  condition: 'like-new',
  ageSize: '12-18mo',
  weightLbs: '1.5',
}
const HEADER = 'title,description,category,condition,size,weight,photos'
const ROW = 'Red coat,"Warm, worn one winter.",Baby Clothes,Like new,12-18 months,1.5,coat.jpg'

test.each([
  ['commas and quotes', `${HEADER}\n${ROW}`],
  [
    'what spreadsheets of half the world write',
    `\ufeff${HEADER.replaceAll(',', ';')}\r\n${ROW.replaceAll(/,(?! )/g, ';').replace('1.5', '1,5')}\r\n`,
  ],
  ['tabs', `${HEADER}\n${ROW}`.replaceAll(/,(?! )/g, '\t')],
  [
    'columns in any order, by other names, with some too many',
    'Photo,Price,SIZE,Weight (lbs),Name,Condition,Category,Details\nC:\\pictures\\coat.jpg,$5,12-18mo,1.5, Red coat ,like-new,baby-clothes,"Warm, worn one winter."\n',
  ],
  ['empty rows', `${HEADER}\n${ROW}\n,,,,,,\n\n`],
  ['a size says that it is clothes', `${HEADER}\n${ROW.replace('Baby Clothes', '')}`],
])('%s', (_, text) => {
  expect(read(text)).toMatchObject({ things: [{ row: 2, values: coat, photos: ['coat.jpg'] }], problems: [] })
})

test('the example can be taken', () => {
  const { things, problems, unused } = read(EXAMPLE_LIST)
  expect([things.length, problems, unused]).toEqual([3, [], []])
})

test('what is left out is what is usual; several photos; unused columns are named', () => {
  expect(
    read('title,price,description,photos\nA ball,3,"Round, and red as a ""cherry"".",a.jpg | b.jpg|a.jpg'),
  ).toEqual({
    things: [
      {
        row: 2,
        values: {
          ...{ title: 'A ball', description: 'Round, and red as a "cherry".', category: 'other' },
          ...{ condition: 'good', ageSize: null, sizeTo: null, bagCount: null, weightLbs: '' },
        },
        photos: ['a.jpg', 'b.jpg'],
      },
    ],
    problems: [],
    unused: ['price'],
  })
})

test.each([
  [{ title: 'ab' }, 'title', 'Title must be at least 3 characters'],
  [{ description: 'short' }, 'description', 'Description must be at least 10 characters'],
  [{ category: 'boats' }, 'category', '“boats” is not one of Baby Clothes, Toys, Other, Garden Tools'],
  [{ condition: 'mint' }, 'condition', '“mint” is not one of Like New, Good, Fair, Well Used'],
  [
    { size: 'XL' },
    'size',
    '“XL” is not one of Newborn, 0-3 months, 3-6 months, 6-12 months, 12-18 months, 18-24 months, 2T-3T, 4T-5T, 6-7 years, 8-9 years, 10-11 years, 12-14 years, …',
  ],
  [{ category: 'Garden tools' }, 'size', 'Only baby clothes have a size'],
  [{ weight: '2 kg' }, 'weight', 'Weight must be a valid number'],
  [{ weight: '-1' }, 'weight', 'Weight must be positive'],
  [{ photos: '' }, 'photos', 'At least one photo is required'],
  [{ photos: 'a b c d e f'.split(' ').join('|') }, 'photos', 'Maximum 5 photos allowed'],
  [{ photos: 'FIRST.jpg' }, 'photos', 'FIRST.jpg already belongs to row 2'],
  [{ photos: 'x.jpg,more' }, '8', 'This row has more cells than there are columns'],
])('%j is told with its row and column, and the others are taken', (change, column, message) => {
  const cells = {
    title: 'Red coat',
    description: 'Warm in winter',
    category: '',
    condition: '',
    size: '2T-3T',
    weight: '',
    photos: 'x.jpg',
  }
  const line = (row: object) => Object.values({ ...cells, ...row }).join(',')
  const { things, problems } = read(
    [HEADER, line({ photos: 'first.jpg' }), line(change), line({ photos: 'last.jpg' })].join('\n'),
  )
  expect(things.map(({ row }) => row)).toEqual([2, 4])
  expect(problems).toEqual([{ row: 3, column, message }])
})

const BAGS = 'title,description,photos,size,bag,up to size,category'
const bags = (...cells: string[]) =>
  read([BAGS, ...cells.map((cell, index) => `Some clothes,All for the summer.,${index}.jpg,${cell}`)].join('\n'))

test('a bag has a count, and one size, several or none', () => {
  const { things, problems } = bags('12-18mo,12,2T-3T,', '12-18 months,2,,', ',50,,toys', '12-18mo,,,')
  expect(problems).toEqual([])
  expect(things.map(({ values: { ageSize, bagCount, sizeTo } }) => [ageSize, bagCount, sizeTo])).toEqual([
    ['12-18mo', 12, '2T-3T'],
    ['12-18mo', 2, null],
    [null, 50, null],
    ['12-18mo', null, null],
  ])
})

const SPAN = 'Only a bag can have several sizes, from a smaller to a larger one'
test.each([
  ['2T-3T,1,,', 'bag', 'A bag holds 2 to 50 things'],
  ['2T-3T,51,,', 'bag', 'A bag holds 2 to 50 things'],
  ['2T-3T,a dozen,,', 'bag', 'A bag holds 2 to 50 things'],
  ['2T-3T,2.5,4T-5T,', 'bag', 'A bag holds 2 to 50 things'],
  ['2T-3T,,4T-5T,', 'up to size', SPAN],
  ['2T-3T,12,12-18mo,', 'up to size', SPAN],
  ['2T-3T,12,2T-3T,', 'up to size', SPAN],
  [',12,2T-3T,baby-clothes', 'up to size', SPAN],
  ['2T-3T,12,shoe-24-25,', 'up to size', SPAN],
  ['2T-3T,12,4T-5T,toys', 'size', 'Only baby clothes have a size'],
])('a bag of “%s” is told with its row and column', (cells, column, message) => {
  const { things, problems } = bags('2T-3T,12,,', cells)
  expect(things.map(({ row }) => row)).toEqual([2])
  expect(problems).toEqual([{ row: 3, column, message }])
})

test.each([
  ['', 'The first row has no column named “title”.'],
  ['title;photos\nA ball;x.jpg\n', 'The first row has no column named “description”.'],
  [`${HEADER}\n`, 'There is nothing below the first row.'],
  [`${HEADER},name\n${ROW},x`, 'Two columns could be “title”. Please remove one of them.'],
  [`${HEADER}\n${ROW}\n"Red coat,never ending`, 'Row 3 has a quotation mark that is never closed.'],
  [`${HEADER}\n${`${ROW}\n`.repeat(101)}`, 'A list can have up to 100 rows, and this one has 101. Please split it.'],
  [`${HEADER}\n${' '.repeat(1024 * 1024)}`, 'A list can be up to 1 MB. Please split it.'],
])('%.40j is no list', (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining<Partial<UnreadableList>>({ message }))
})

test('umlauts of any origin', () => {
  const title = (given: Uint8Array) => readList(given, CATEGORIES).things[0]?.values.title
  const text = 'title,description,photos\nKüchenstuhl,Ein schöner Stuhl,x.jpg'
  expect(title(bytes(text))).toBe('Küchenstuhl')
  expect(title(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toBe('Küchenstuhl')
  const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer)
  expect(title(utf16)).toBe('Küchenstuhl')
})
