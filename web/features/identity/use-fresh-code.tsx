import { type ReactNode, useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { ApiError } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const FreshCodeDialog = lazyDialog(() => import('./fresh-code-dialog.tsx'))

interface FreshCode {
  /** Runs what wants a fresh code, and again once that is given; who gives none has changed their mind. */
  withCode: (action: () => Promise<void>) => Promise<void>
  /** To be shown beside. */
  dialog: ReactNode
}

export function useFreshCode(member: User): FreshCode {
  const [asked, setAsked] = useState<{ answer: (given: boolean) => void }>()
  const withCode = async (action: () => Promise<void>) => {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'FRESH_CODE_NEEDED')) throw error
      const given = await new Promise<boolean>((answer) => setAsked({ answer }))
      setAsked(undefined)
      if (!given) return
      await Promise.all([action(), refresh('/api/users/me/sessions')])
    }
  }
  const dialog = asked && (
    <FreshCodeDialog member={member} onGiven={() => asked.answer(true)} onOpenChange={() => asked.answer(false)} />
  )
  return { withCode, dialog }
}
