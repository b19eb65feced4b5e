import type { AgeRange, EmailPreferences, UpdateDefaultsBody, User } from '../../../src/modules/identity/contract.ts'
import { request } from '../../lib/api.ts'

export const MAIL_KEY = '/api/users/me/email-preferences'
export const BLOCKS_KEY = '/api/users/me/blocks'
export const EXPORT_PATH = '/api/users/me/export'
const PICTURE_PATH = '/api/users/me/picture'

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

export function setPicture(photo: Blob): Promise<{ profileImageUrl: string }> {
  const form = new FormData()
  form.append('photos', photo, 'picture')
  return request('POST', PICTURE_PATH, form)
}

export const removePicture = () => request<undefined>('DELETE', PICTURE_PATH)

export const updateMail = (wanted: Partial<EmailPreferences>) => request<EmailPreferences>('PATCH', MAIL_KEY, wanted)

export const blockMember = (id: string) => request<undefined>('POST', `/api/members/${id}/block`, {})

export const unblockMember = (id: string) => request<undefined>('DELETE', `/api/members/${id}/block`)

export const deleteAccount = () => request<undefined>('DELETE', '/api/users/me')
