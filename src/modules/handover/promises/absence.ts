import { ABSENT_AFTER_MINUTES, ANSWER_HOURS } from '../constants.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const absentFrom = (startsAt: Date): Date => new Date(startsAt.getTime() + ABSENT_AFTER_MINUTES * MINUTE_MS)
export const answerUntil = (saidAt: Date): Date => new Date(saidAt.getTime() + ANSWER_HOURS * HOUR_MS)
