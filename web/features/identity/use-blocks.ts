import useSWR, { type SWRResponse } from 'swr'
import type { BlockedMember } from '../../../src/modules/identity/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/keys.ts'
import { useUser } from '../../lib/use-user.ts'
import { toast } from '../../ui/toast.ts'
import { BLOCKS_KEY, blockMember, unblockMember } from './api.ts'

/** Whom the member has blocked, latest first; nothing for visitors. */
export function useBlocks(): SWRResponse<BlockedMember[], unknown> {
  const user = useUser()
  return useSWR<BlockedMember[], unknown>(user ? BLOCKS_KEY : null)
}

export function useIsBlocked(memberId: string): boolean {
  return useBlocks().data?.some(({ id }) => id === memberId) ?? false
}

export async function block(memberId: string, name: string): Promise<void> {
  try {
    await blockMember(memberId)
    toast({ title: `${name} is blocked`, action: { label: 'Undo', onSelect: () => void unblock(memberId, name) } })
  } catch (error) {
    const description = messageFrom(error, 'Please check your connection and try again.')
    toast({ title: 'Failed to block', description, tone: 'danger' })
  }
  await refresh(BLOCKS_KEY, '/api/items/')
}

export async function unblock(memberId: string, name: string): Promise<void> {
  try {
    await unblockMember(memberId)
    toast({
      title: `${name} is no longer blocked`,
      action: { label: 'Undo', onSelect: () => void block(memberId, name) },
    })
  } catch (error) {
    const description = messageFrom(error, 'Please check your connection and try again.')
    toast({ title: 'Failed to unblock', description, tone: 'danger' })
  }
  await refresh(BLOCKS_KEY, '/api/items/')
}
