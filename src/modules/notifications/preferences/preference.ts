import type { Reader, Tables } from '../../../platform/database.ts'
import type { ChosenKind, Choice, Kind, QuietHours } from '../contract.ts'
import { CHOSEN_KINDS } from '../constants.ts'

/** The choices of a member who has chosen nothing: mails at once where somebody waits for, the rest once a day. */
const DEFAULTS: Record<ChosenKind, Choice> = {
  messages: { site: true, push: true, mail: 'at-once' },
  trades: { site: true, push: true, mail: 'at-once' },
  reminders: { site: true, push: true, mail: 'at-once' },
  'thank-yous': { site: true, push: false, mail: 'daily' },
  alerts: { site: true, push: true, mail: 'at-once' },
}
const DEFAULT_QUIET_HOURS: QuietHours = { begins: '22:00', ends: '07:00' }
/** A member has to know what concerns their account. */
const ACCOUNT: Choice = { site: true, push: true, mail: 'at-once' }

export interface Preferences {
  kinds: Record<ChosenKind, Choice>
  /** By the clock of the market's time zone. */
  quietHours: QuietHours | null
}

export const choiceFor = ({ kinds }: Preferences, kind: Kind): Choice => (kind === 'account' ? ACCOUNT : kinds[kind])

export async function preferencesOf(reader: Reader, memberIds: string[]): Promise<Map<string, Preferences>> {
  const choices = await reader('notice_preference').whereIn('member_id', memberIds)
  const hours = await reader('quiet_hours').whereIn('member_id', memberIds)
  const chosen = Map.groupBy(choices, (row) => row.member_id)
  const quiet = new Map(hours.map((row) => [row.member_id, row]))
  return new Map(memberIds.map((id) => [id, preferencesFrom(chosen.get(id) ?? [], quiet.get(id))]))
}

export async function preferencesOfOne(reader: Reader, memberId: string): Promise<Preferences> {
  return preferencesFrom(
    await reader('notice_preference').where({ member_id: memberId }),
    await reader('quiet_hours').where({ member_id: memberId }).first(),
  )
}

function preferencesFrom(
  choices: Tables['notice_preference'][],
  hours: Tables['quiet_hours'] | undefined,
): Preferences {
  const kinds = { ...DEFAULTS }
  for (const kind of CHOSEN_KINDS) {
    const choice = choices.find((row) => row.kind === kind)
    if (choice) kinds[kind] = { site: choice.site, push: choice.push, mail: choice.mail }
  }
  if (!hours) return { kinds, quietHours: DEFAULT_QUIET_HOURS }
  const { begins, ends } = hours
  return { kinds, quietHours: begins !== null && ends !== null ? { begins, ends } : null }
}
