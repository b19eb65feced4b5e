import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { ABSENT_AFTER_MINUTES, ANSWER_HOURS } from '../constants.ts'

export const absentFrom = (startsAt: Date): Date => new Date(startsAt.getTime() + ABSENT_AFTER_MINUTES * MINUTE_MS)
export const answerUntil = (saidAt: Date): Date => new Date(saidAt.getTime() + ANSWER_HOURS * HOUR_MS)
