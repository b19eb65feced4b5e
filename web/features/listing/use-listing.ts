import useSWR from 'swr'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { getOrNull, path } from '../../lib/api.ts'

/** A listing; null when there is none of this id. @param id null requests nothing */
export const useListing = (id: string | null) =>
  useSWR<Listing | null, unknown>(id === null ? null : path('/api/items/:id', { params: { id } }), getOrNull)
