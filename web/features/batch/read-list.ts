import Papa from 'papaparse'
import { appliesTo, ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import {
  AgeSize,
  Condition,
  CreateListingBody,
  isSpan,
  MAX_PHOTOS,
  spanRule,
} from '../../../src/modules/catalog/contract.ts'
import { AGE_LABELS, categoryLabel } from '../listing/labels.ts'
import { type BatchValues, UNCHOSEN } from './batch-listing.ts'
import { poundsOf } from '../listing/weight-input.tsx'
import { countOf } from '../posting/bag-fields.tsx'
import { t } from '../../lib/t.ts'

const MAX_LIST_ROWS = 100
const MAX_LIST_BYTES = 1024 * 1024
/** Choices that a problem with one of them lists. */
const MOST_NAMED = 12

/** A list that can be taken as it is, with photos of these names. */
export const EXAMPLE_LIST = `title,description,category,condition,size,bag,up to size,weight,photos
"Rain coat, yellow","Keeps dry, one small stain on the left sleeve.",Baby Clothes,Good,2T-3T,,,0.8,coat-front.jpg | coat-back.jpg
Summer clothes,"T-shirts, shorts and two dresses.",Baby Clothes,Good,18-24 months,12,2T-3T,4,clothes.jpg
Wooden blocks,"48 pieces in a bag, none is missing.",Toys,Like New,,,,3.5,blocks.jpg
`

/** A thing of the list that can be taken. */
export interface ImportedListing {
  /** As a spreadsheet counts: the names of the columns are row 1. */
  row: number
  values: BatchValues
  /** Names of files, the cover first. */
  photos: string[]
}

/** The reason for which a row can't be taken. */
export interface ListProblem {
  row: number
  column: string
  message: string
}

export interface ReadList {
  things: ImportedListing[]
  problems: ListProblem[]
  /** Columns that nothing is taken from, as they are written. */
  unused: string[]
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const COLUMNS = {
  title: ['title', 'name', 'item'],
  description: ['description', 'details', 'text'],
  category: ['category'],
  condition: ['condition'],
  size: ['size', 'age', 'agesize'],
  bag: ['bag', 'bagcount', 'inthebag'],
  'up to size': ['uptosize', 'sizeto'],
  weight: ['weight', 'weightlbs'],
  photos: ['photos', 'photo', 'images', 'image', 'pictures', 'picture', 'files'],
} as const
type Column = keyof typeof COLUMNS
const NEEDED: Column[] = ['title', 'description', 'photos']
const BY_NAME = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) => names.map((name) => [name as string, column as Column])),
)

/**
 * Reads a list of things from a file as spreadsheets save it: columns in any order, with commas, semicolons or tabs
 * between them. A row is taken whole or not at all.
 * @param categories that there are
 * @throws {UnreadableList} when no row can be told from another
 */
export function readList(bytes: Uint8Array, categories: string[]): ReadList {
  if (bytes.length > MAX_LIST_BYTES) throw new UnreadableList(t('A list can be up to 1 MB. Please split it.'))
  const text = textOf(bytes)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throw new UnreadableList(t('Row {row} has a quotation mark that is never closed.', { row: (broken.row ?? 0) + 1 }))
  }
  const [header = [], ...rows] = data
  const columns = header.map((name) => BY_NAME.get(plain(name)))
  const missing = NEEDED.find((column) => !columns.includes(column))
  if (missing) {
    throw new UnreadableList(t('The first row has no column named “{name}”.', { name: missing }))
  }
  const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index)
  if (twice) throw new UnreadableList(t('Two columns could be “{name}”. Please remove one of them.', { name: twice }))
  const filled = rows.flatMap((cells, index) =>
    cells.some((cell) => cell.trim() !== '') ? [{ cells, row: index + 2 }] : [],
  )
  if (filled.length === 0) throw new UnreadableList(t('There is nothing below the first row.'))
  if (filled.length > MAX_LIST_ROWS) {
    throw new UnreadableList(
      t('A list can have up to {most} rows, and this one has {count}. Please split it.', {
        most: MAX_LIST_ROWS,
        count: filled.length,
      }),
    )
  }
  const found: ReadList = { things: [], problems: [], unused: [] }
  const taken = new Map<string, number>()
  for (const { cells, row } of filled) {
    const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? ''
    const { values, problems } = valuesOf(cell, categories)
    const photos = photosOf(cell('photos'))
    const addProblem = (column: string, message: string) => problems.push({ column, message })
    if (cells.length > header.length)
      addProblem(`${header.length + 1}`, t('This row has more cells than there are columns'))
    if (photos.length === 0) addProblem('photos', t('At least one photo is required'))
    if (photos.length > MAX_PHOTOS) addProblem('photos', t('Maximum {most} photos allowed', { most: MAX_PHOTOS }))
    for (const photo of photos) {
      const by = taken.get(photo.toLowerCase())
      if (by !== undefined) addProblem('photos', t('{photo} already belongs to row {row}', { photo, row: by }))
    }
    if (problems.length > 0) found.problems.push(...problems.map((problem) => ({ row, ...problem })))
    else {
      for (const photo of photos) taken.set(photo.toLowerCase(), row)
      found.things.push({ row, values, photos })
    }
  }
  found.unused = header.filter((name, index) => columns[index] === undefined && name.trim() !== '')
  return found
}

/** Nothing can be taken from this file; the message says why. */
export class UnreadableList extends Error {}

/** The delimiter that divides the names of the columns into the most. */
function delimiterOf(text: string): string {
  const columns = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0
  return [',', ';', '\t'].reduce((best, other) => (columns(other) > columns(best) ? other : best))
}

/** Spreadsheets save what their computer is used to; the marks at the beginning tell. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const FIELDS = [
  ['title', 'title'],
  ['description', 'description'],
  ['weightLbs', 'weight'],
  ['bagCount', 'bag'],
] as const

function valuesOf(cell: (column: Column) => string, categories: string[]) {
  const problems: Omit<ListProblem, 'row'>[] = []
  /** @param labels what people call a choice, last as it is shown */
  const chosen = <T extends string>(column: Column, choices: readonly T[], labels: (choice: T) => string[]) => {
    const text = cell(column)
    if (text === '') return undefined
    const found = choices.find((choice) => [choice, ...labels(choice)].some((name) => plain(name) === plain(text)))
    if (found === undefined) {
      problems.push({
        column,
        message: t('“{typed}” is not one of {choices}', {
          typed: text,
          choices: [
            ...choices.slice(0, MOST_NAMED).map((choice) => labels(choice).at(-1)),
            ...(choices.length > MOST_NAMED ? ['…'] : []),
          ].join(', '),
        }),
      })
    }
    return found
  }
  const sizeIn = (column: Column) =>
    chosen(column, AgeSize.options, (size) => [AGE_LABELS[size], t(AGE_LABELS[size])]) ?? null
  const [ageSize, sizeTo] = [sizeIn('size'), sizeIn('up to size')]
  const category =
    chosen('category', categories, (category) => [categoryLabel(category)]) ??
    (ageSize === null ? 'other' : ATTRIBUTES.ageSize.ofCategory)
  const values: BatchValues = {
    ...UNCHOSEN,
    title: cell('title'),
    description: cell('description'),
    category,
    condition:
      chosen('condition', Condition.options, (condition) => {
        const label = ATTRIBUTES.condition.choices[condition]
        return [label, t(label)]
      }) ?? UNCHOSEN.condition,
    ageSize,
    sizeTo,
    bagCount: cell('bag') === '' ? null : countOf(cell('bag')),
    weightLbs: poundsOf(cell('weight').replace(',', '.')),
  }
  for (const [field, column] of FIELDS) {
    const [issue] = CreateListingBody.shape[field].safeParse(values[field]).error?.issues ?? []
    if (issue) problems.push({ column, message: t(issue.message) })
  }
  if (ageSize !== null && !appliesTo('ageSize', category))
    problems.push({ column: 'size', message: t('Only baby clothes have a size') })
  if (!isSpan(values) && !problems.some(({ column }) => column === 'size'))
    problems.push({ column: 'up to size', message: t(spanRule.message) })
  return { values, problems }
}

/** Several names in one cell are divided by `|`, `;` or `,`; of a path only the name counts. */
const photosOf = (cell: string) => [
  ...new Set(
    cell
      .split(/[|;,]/)
      .map((name) => name.trim().replace(/^.*[/\\]/, ''))
      .filter(Boolean),
  ),
]
