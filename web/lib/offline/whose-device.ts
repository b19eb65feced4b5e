import { useEffect } from 'react'
import { LEFT_BEHIND } from '../../../src/modules/identity/constants.ts'
import { browserStore, tabStore } from '../browser/browser-store.ts'
import { isOnlyLooking } from './only-looking.ts'
import { allIn } from './outbox-store.ts'
import { useMember } from '../use-member.ts'

/** Holds the id of the member whose device this is, so that all tabs know; a visitor's has none. */
const OWNER = 'member'

const staysIn = (where: 'localStorage' | 'sessionStorage') =>
  new Set(LEFT_BEHIND.flatMap((left) => (left.where === where && left.ends === 'never' ? [left.name] : [])))
const STAYS = { browser: staysIn('localStorage'), tab: staysIn('sessionStorage') }

/**
 * To be called as soon as it is known who is signed in. What the one before has left in this browser goes; what a visitor
 * has gathered stays with whom they become.
 * @param id null for a visitor
 */
export function becomeMember(id: string | null): void {
  const before = browserStore.read(OWNER)
  if (before !== null && before === id) return
  if (before !== null) emptyDevice()
  // Drafts of a time when nothing said whose they are.
  else browserStore.keepOnly((key) => !key.startsWith('draft:'))
  if (id === null) browserStore.remove(OWNER)
  else browserStore.write(OWNER, id)
}

function emptyDevice(): void {
  browserStore.keepOnly((key) => STAYS.browser.has(key))
  emptyTab()
}

const emptyTab = () => tabStore.keepOnly((key) => STAYS.tab.has(key))

/** A page that was painted for somebody says for whom; the shell of an offline one knows only who has just left. */
export async function learnOwner(painted: Record<string, unknown>): Promise<void> {
  // Then every member is shown what visitors see.
  if (isOnlyLooking()) return
  if ('/api/auth/user' in painted) {
    const user = painted['/api/auth/user'] as { id: string } | null
    becomeMember(user?.id ?? null)
    return
  }
  const waiting = await allIn('outbox').catch(() => [])
  if (waiting.some(({ kind }) => kind === 'sign-out')) becomeMember(null)
}

/** Follows who is signed in. A page of somebody who has signed out in another tab, or comes back to it, is loaded anew. */
export function useOwnDevice(): void {
  const member = useMember()
  const id = member === undefined ? undefined : (member?.id ?? null)
  useEffect(() => {
    if (id === undefined || isOnlyLooking()) return
    becomeMember(id)
    // A visitor's page, or a browser that stores nothing.
    if (id === null || browserStore.read(OWNER) === null) return
    const check = () => {
      if (browserStore.read(OWNER) === id) return
      emptyTab()
      location.reload()
    }
    const follow = ({ key }: StorageEvent) => {
      if (key === OWNER || key === null) check()
    }
    window.addEventListener('storage', follow)
    window.addEventListener('pageshow', check)
    return () => {
      window.removeEventListener('storage', follow)
      window.removeEventListener('pageshow', check)
    }
  }, [id])
}
