import useSWR from 'swr'
import type { User } from '../../src/modules/identity/contract.ts'
import { ApiError, call, path } from './api.ts'

const useMemberState = () =>
  useSWR<User | null, Error>(path('/api/auth/user'), fetchMember, { revalidateIfStale: false })

/** The signed-in member; null for a visitor; undefined while unknown. */
export function useMember(): User | null | undefined {
  return useMemberState().data
}

/** Like {@link useMember}, but throws when the request fails, so that the error boundary takes over. */
export function useRequiredMember(): User | null | undefined {
  const { data, error } = useMemberState()
  if (data === undefined && error !== undefined) throw error
  return data
}

async function fetchMember(): Promise<User | null> {
  try {
    return await call('GET /api/auth/user')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
