import { z } from 'zod'
import { endpoint } from '../../../platform/endpoint.ts'
import { CATALOG_CODES } from '../constants.ts'
import { itemParams, ListingCard } from '../listing/contract.ts'

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/items/favourites',
  summary: "The signed-in member's favourites, the latest added first: 200 at most.",
  access: 'member',
  response: z.array(ListingCard),
})
export const listOutgrown = endpoint({
  method: 'GET',
  path: '/api/items/outgrown',
  summary: 'What the signed-in member has taken over and their youngest child has outgrown by two sizes: 12 at most.',
  access: 'member',
  response: z.array(ListingCard),
})
export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/items/:id/favourite',
  summary: 'Keeps a listing of somebody else among the favourites; its seller sees a number, no names.',
  access: 'member',
  startsNew: true,
  changes: 'The listing is among the favourites, and its seller sees one more.',
  params: itemParams,
  status: 204,
  errors: {
    403: [CATALOG_CODES.OWN_LISTING],
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [CATALOG_CODES.FAVOURITES_FULL],
  },
})
export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/items/:id/favourite',
  summary: 'Takes a listing out of the favourites; twice is once.',
  access: 'member',
  startsNew: false,
  changes: 'The listing is not among the favourites any more.',
  params: itemParams,
  status: 204,
})
