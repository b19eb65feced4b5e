import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { PlaceQuery } from '../../../platform/page.ts'
import { trimmed } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'
import { LISTING_STATUSES } from '../../catalog/contract.ts'
import { Person } from '../desk/contract.ts'

const search = trimmed(100, words('Please search for at most 100 characters')).default('')
export const SearchMembersQuery = PlaceQuery.extend({ search })
export type SearchMembersQuery = z.infer<typeof SearchMembersQuery>
export const SearchListingsQuery = PlaceQuery.extend({
  search,
  /** Only those of this member. */
  sellerId: z.uuid().optional(),
})
export type SearchListingsQuery = z.infer<typeof SearchListingsQuery>

export const FoundMember = Person.extend({
  isAdmin: z.boolean(),
  profileImageUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type FoundMember = z.infer<typeof FoundMember>
export const FoundListing = z.object({
  id: z.uuid(),
  title: z.string(),
  photo: z.string().nullable(),
  status: z.enum(LISTING_STATUSES),
  hiddenAt: z.iso.datetime().nullable(),
  tokenPrice: z.string(),
  createdAt: z.iso.datetime(),
  seller: Person,
})
export type FoundListing = z.infer<typeof FoundListing>

export const searchMembers = endpoint({
  method: 'GET',
  path: '/api/admin/members',
  summary:
    'Members whose name, e-mail address or neighbourhood contains the text, or whose phone number ends with it, newest ' +
    'first; Link tells where the next page is.',
  access: 'admin',
  query: SearchMembersQuery,
  response: z.array(FoundMember),
})
export const searchListings = endpoint({
  method: 'GET',
  path: '/api/admin/listings',
  summary:
    'Listings whose title contains the text, newest first, hidden and withdrawn ones too; Link tells where the next page is.',
  access: 'admin',
  query: SearchListingsQuery,
  response: z.array(FoundListing),
})
