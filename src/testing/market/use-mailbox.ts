import { afterAll, beforeAll } from 'vitest'
import { type Mailbox, startMailbox } from '../doubles/mailbox.ts'
import type { TestMarket } from './market.ts'

/** The mail server of a test file's market, to which all its mails go; until the first test it is empty. */
export function useMailbox(market: TestMarket): Mailbox {
  const mailbox = {} as Mailbox
  beforeAll(async () => {
    await startMailbox(market, mailbox)
  })
  afterAll(() => mailbox.stop())
  return mailbox
}
