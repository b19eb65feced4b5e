import useSWR from 'swr'
import type { User } from '../../src/modules/identity/contract.ts'
import { ApiError, getJson } from './api.ts'

export const USER_KEY = '/api/auth/user'

/** The signed-in member; null for a visitor; undefined while unknown. */
export function useUser(): User | null | undefined {
  return useSWR(USER_KEY, fetchUser, { revalidateIfStale: false }).data
}

async function fetchUser(path: string): Promise<User | null> {
  try {
    return await getJson<User>(path)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
