import { randomUUID } from 'node:crypto'
import { words } from '../../../platform/language/words.ts'
import type { ToldNotice } from '../../../told.ts'
import type { NewNotice, Telling } from '../../notifications/index.ts'
import type { ACTS } from '../appeals/contract.ts'

/** An admin's decision about a member, with its reason. */
type Decision =
  | { what: 'hidden'; title: string; reason: string }
  | { what: 'restored'; title: string; reason: string | null }
  | { what: 'warned'; reason: string }
  | { what: 'suspended'; until: string | null; reason: string }
  | { what: 'lifted'; reason: string | null }
  | { what: 'suspension-over' }
  | { what: 'signed-out'; reason: string }
  | { what: 'demoted'; reason: string }
  | { what: 'appeal'; act: (typeof ACTS)[number]; name: string | null; decision: 'keep' | 'undo'; reason: string }

/** The notice to a member of a decision about them; not one that one can do without. */
export const noticeOf = (memberId: string, decision: Decision, now: Date): NewNotice => ({
  memberId,
  kind: 'account',
  key: `decision:${randomUUID()}`,
  ...told(decision),
  now,
})

function told(decision: Decision): ToldNotice & Pick<Telling, 'path' | 'button'> {
  const toListings = { path: '/profile', button: words('See your items') }
  const toDecisions = { path: '/decisions', button: words('See the decision') }
  switch (decision.what) {
    case 'hidden': {
      const facts = { things: { quoted: [decision.title] }, reason: decision.reason }
      return { told: 'admin: listing hidden', facts, ...toDecisions }
    }
    case 'restored': {
      const { title, reason } = decision
      const things = { quoted: [title] }
      if (reason === null) return { told: 'admin: listing restored', facts: { things }, ...toListings }
      return { told: 'admin: listing restored, with words', facts: { things, reason }, ...toListings }
    }
    case 'warned':
      return { told: 'admin: warning', facts: { reason: decision.reason }, ...toDecisions }
    case 'suspended': {
      const { until, reason } = decision
      if (until === null) return { told: 'admin: suspended for good', facts: { reason }, ...toDecisions }
      const facts = { day: until.slice(0, 10), time: until.slice(11, 16), reason }
      return { told: 'admin: suspended', facts, ...toDecisions }
    }
    case 'lifted': {
      const { reason } = decision
      if (reason === null) return { told: 'admin: suspension ended', facts: {}, ...toListings }
      return { told: 'admin: suspension ended, with words', facts: { reason }, ...toListings }
    }
    case 'suspension-over':
      return { told: 'admin: suspension over', facts: {}, ...toListings }
    case 'signed-out': {
      const button = words('Account Settings')
      return { told: 'admin: signed out', facts: { reason: decision.reason }, path: '/account', button }
    }
    case 'demoted':
      return { told: 'admin: no admin any more', facts: { reason: decision.reason }, path: null, button: null }
    case 'appeal': {
      const { decision: outcome, name, reason } = decision
      const facts = { outcome, reason }
      if (name === null) return { told: 'admin: appeal decided', facts, ...toDecisions }
      return {
        told: 'admin: appeal about a thing decided',
        facts: { ...facts, things: { quoted: [name] } },
        ...toDecisions,
      }
    }
  }
}
