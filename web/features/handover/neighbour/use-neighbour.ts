import useSWR from 'swr'
import type { Neighbour } from '../../../../src/modules/handover/contract.ts'
import { getOrNull, path } from '../../../lib/api.ts'

/** A neighbour; null where there is none, or none for who asks. */
export const useNeighbour = (id: string) =>
  useSWR<Neighbour | null, unknown>(path('/api/neighbours/:id', { params: { id } }), getOrNull)
