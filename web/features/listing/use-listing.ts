import useSWR from 'swr'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { getOrNull, path } from '../../lib/api.ts'

/** A listing; null when there is none of this id. */
export const useListing = (id: string) =>
  useSWR<Listing | null, unknown>(path('/api/items/:id', { params: { id } }), getOrNull)
