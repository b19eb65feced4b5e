import { DAY_MS } from '../../../platform/durations.ts'
import type { Kind, QuietHours } from '../contract.ts'
import { choiceFor, type Preferences } from '../preferences/preference.ts'
import { minuteOf, minuteOfDay, nextTime } from '../../../platform/local-time.ts'

/** For how long a mail waits whether the notice is read on the site. */
export const MAIL_WAITS_MINUTES = 10
/** When the mail of the day leaves, by the clock of the market's time zone. */
const DIGEST_AT = minuteOf('08:00')

/** The next step of the mail about a notice: it leaves now, alone or with others, or never, or is looked at again then. */
export type Step = 'single' | 'digest' | 'never' | Date

export function nextStep(
  { kind, createdAt, readAt }: { kind: Kind; createdAt: Date; readAt: Date | null },
  preferences: Preferences,
  { now, timeZone }: { now: Date; timeZone: string },
): Step {
  // The reader on the site may be just the one that the member has to know of.
  if (kind === 'account') return 'single'
  const { mail } = choiceFor(preferences, kind)
  if (readAt || mail === 'never') return 'never'
  const waited = new Date(createdAt.getTime() + MAIL_WAITS_MINUTES * 60_000)
  const meant = mail === 'daily' ? nextTime(waited, DIGEST_AT, timeZone) : waited
  const at = afterQuiet(meant > now ? meant : now, preferences.quietHours, timeZone)
  if (at > now) return at
  return mail === 'daily' ? 'digest' : 'single'
}

/** Later it would only surprise. */
const STALE_MS = DAY_MS

/**
 * The next step of the push about a notice: it is sent now, by itself or in one with all that has come in the quiet hours, or
 * never, or is looked at again then.
 */
export function nextPushStep(
  { kind, createdAt, readAt }: { kind: Kind; createdAt: Date; readAt: Date | null },
  preferences: Preferences,
  { now, timeZone }: { now: Date; timeZone: string },
): 'single' | 'gathered' | 'never' | Date {
  const isStale = now.getTime() - createdAt.getTime() > STALE_MS
  if (readAt || isStale || !choiceFor(preferences, kind).push) return 'never'
  const at = afterQuiet(now, preferences.quietHours, timeZone)
  if (at > now) return at
  return afterQuiet(createdAt, preferences.quietHours, timeZone) > createdAt ? 'gathered' : 'single'
}

/** `time`, or the end of the quiet hours that it falls in. */
function afterQuiet(time: Date, hours: QuietHours | null, timeZone: string): Date {
  if (!hours) return time
  const [begins, ends, minute] = [minuteOf(hours.begins), minuteOf(hours.ends), minuteOfDay(time, timeZone)]
  const isQuiet = begins < ends ? begins <= minute && minute < ends : begins <= minute || minute < ends
  return isQuiet ? nextTime(time, ends, timeZone) : time
}
