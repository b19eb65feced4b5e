import type { AgeRange, UpdateDefaultsBody, User } from '../../../src/modules/identity/contract.ts'
import { request } from '../../lib/api.ts'

export const requestCode = (email: string) =>
  request<{ sent: true; code?: string }>('POST', '/api/auth/code', { email })

export const signIn = (email: string, code: string) => request<User>('POST', '/api/auth/session', { email, code })

export const signInAsDemoMember = (memberId: string) => request<User>('POST', '/api/auth/demo', { memberId })

export const updateName = (name: { firstName: string; lastName: string }) =>
  request<User>('PATCH', '/api/users/me', name)

export const updateDefaults = (defaults: UpdateDefaultsBody) =>
  request<User>('PATCH', '/api/users/me/defaults', defaults)

export const updateChildrenAges = (childrenAges: AgeRange[]) =>
  request<User>('PATCH', '/api/users/me/children-ages', { childrenAges })
