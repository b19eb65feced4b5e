import { expect, test } from 'vitest'
import { BrowseQuery, CreateListingBody, UpdateListingBody } from '../contract.ts'

const PHOTO = '/photos/00000000-0000-4000-8000-000000000000.webp'
const VALID = {
  title: 'Wooden train set',
  description: 'Complete, loved for two years.',
  category: 'toys',
  condition: 'good',
  city: 'Portland',
  contactName: 'Nora Seller',
  contactEmail: 'nora@example.com',
  pickupAddress: '12 Alder Street',
  photos: [PHOTO],
}

const messages = (change: object) => {
  const issues = CreateListingBody.safeParse({ ...VALID, ...change }).error?.issues ?? []
  return issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
}

test.each([
  [['ab', '  ab  ', '', undefined, 5, '👪👪'], 'title', 'Title must be at least 3 characters'],
  [['x'.repeat(101), '👪'.repeat(101)], 'title', 'Title must be less than 100 characters'],
  [['too short', undefined, null], 'description', 'Description must be at least 10 characters'],
  [['x'.repeat(1001)], 'description', 'Description must be less than 1000 characters'],
  [['X', ' X ', undefined], 'city', 'City is required'],
  [['X', undefined], 'contactName', 'Contact name is required'],
  [['nobody', 'a@b', '', undefined], 'contactEmail', 'Valid email is required'],
  [['1234', undefined], 'pickupAddress', 'Pickup address is required'],
  [[[], undefined], 'photos', 'At least one photo is required'],
  [[Array(6).fill(PHOTO)], 'photos', 'Maximum 5 photos allowed'],
  [['', 'abc', '1.234', '1e3', '-', '--1', '.5', 1e20], 'tokenPrice', 'Price must be a valid number'],
  [['-1', -1, '-0.01', '-0'], 'tokenPrice', 'Price must be positive'],
  [['abc', '1.234', '1e3', '-', 0.001], 'weightLbs', 'Weight must be a valid number'],
  [['0', '0.00', 0, '-1', -0.5], 'weightLbs', 'Weight must be positive'],
])('%j as %s: %s', (values, field, message) => {
  for (const value of values) expect(messages({ [field]: value }), String(value)).toEqual([`${field}: ${message}`])
})

test.each([
  { title: 'abc' },
  { title: '👪'.repeat(100) },
  { description: 'x'.repeat(10) },
  { description: 'x'.repeat(1000) },
  { city: 'Ab', contactName: 'Ab', pickupAddress: '12345' },
  { photos: Array(5).fill(PHOTO) },
  { tokenPrice: '0' },
  { tokenPrice: 2.5 },
  { weightLbs: '0.01' },
  { weightLbs: '' },
  { weightLbs: null },
  { category: 'baby-clothes', ageSize: '2T-3T' },
])('the border itself is allowed: %j', (change) => {
  expect(messages(change)).toEqual([])
})

test('what is left out takes the defaults of the specification; a change takes none', () => {
  expect(CreateListingBody.parse(VALID).deliveryOption).toBe('both')
  expect(UpdateListingBody.parse({ title: ' New title ' })).toEqual({ title: 'New title' })
})

test.each(['1', '1.2', '.', `1.${'f'.repeat(36)}`, `1.${'-'.repeat(36)}`, `-1.${VALID.title}`])(
  '%s is no cursor',
  (cursor) => {
    expect(BrowseQuery.safeParse({ cursor }).error?.issues).toMatchObject([{ message: 'Unknown cursor' }])
  },
)
