import { type ReactNode, useState } from 'react'
import type { FoundRecall } from '../../../src/modules/recalls/contract.ts'
import { ApiError, call } from '../../lib/api.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const CompareDialog = lazyDialog(() => import('./compare-dialog.tsx'))

interface Asked {
  title: string
  recalls: (FoundRecall | string)[]
  answer: (isAnother: boolean) => void
}

export interface CompareLabel {
  /**
   * Sends what may be refused until its label has been compared; asks, and sends it once more with the recalls. Several at
   * once are asked about one after the other.
   * @throws {ApiError} the refusal, where it is what was recalled
   */
  send: <T>(said: { title: string; description: string }, request: (compared?: string[]) => Promise<T>) => Promise<T>
  /** The open question, to be rendered anywhere. */
  question: ReactNode
}

export function useCompareLabel(): CompareLabel {
  const [waiting, setWaiting] = useState<Asked[]>([])
  const [asked] = waiting

  const send: CompareLabel['send'] = async (said, request) => {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'COMPARE_LABEL') throw error
      const keys = error.details.map(({ path }) => String(path[1]))
      const { title, description } = said
      const { recalls } = await call('POST /api/recalls/check', { body: { title, description } })
      // One that only its photos name is told by its own words.
      const named = error.details.map(({ message }, at) => recalls.find(({ key }) => key === keys[at]) ?? message)
      const isAnother = await new Promise<boolean>((answer) =>
        setWaiting((others) => [...others, { title, recalls: named, answer }]),
      )
      if (!isAnother) throw error
      return request(keys)
    }
  }
  const answer = (isAnother: boolean) => {
    asked?.answer(isAnother)
    setWaiting(([, ...others]) => others)
  }
  return {
    send,
    question: asked && (
      <CompareDialog
        title={asked.title}
        recalls={asked.recalls}
        onAnother={() => answer(true)}
        onOpenChange={() => answer(false)}
      />
    ),
  }
}
