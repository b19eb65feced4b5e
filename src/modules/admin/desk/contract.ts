import { z } from 'zod'
import { text, trimmed } from '../../../platform/text/text.ts'
import { words } from '../../../platform/language/words.ts'

export const ADMIN_CODES = {
  ADMIN_EXISTS: 'ADMIN_EXISTS',
  SETUP_TOKEN_WRONG: 'SETUP_TOKEN_WRONG',
  ALREADY_REPORTED: 'ALREADY_REPORTED',
  OWN_SUBJECT: 'OWN_SUBJECT',
  SUBJECT_NOT_FOUND: 'SUBJECT_NOT_FOUND',
  REPORT_NOT_FOUND: 'REPORT_NOT_FOUND',
  REPORT_DECIDED: 'REPORT_DECIDED',
  NOT_HIDEABLE: 'NOT_HIDEABLE',
  ALREADY_HIDDEN: 'ALREADY_HIDDEN',
  SELLER_SUSPENDED: 'SELLER_SUSPENDED',
  TARGET_IS_ADMIN: 'TARGET_IS_ADMIN',
  NOT_AN_ADMIN: 'NOT_AN_ADMIN',
  APPEALED: 'APPEALED',
  APPEAL_NOT_FOUND: 'APPEAL_NOT_FOUND',
  APPEAL_DECIDED: 'APPEAL_DECIDED',
  ACTION_NOT_FOUND: 'ACTION_NOT_FOUND',
  UNDO_OVER: 'UNDO_OVER',
  UNDO_OVERTAKEN: 'UNDO_OVERTAKEN',
  TAKEN: 'TAKEN',
  WORDS_CHANGED: 'WORDS_CHANGED',
  SITE_CHANGED: 'SITE_CHANGED',
  SITE_FIXED: 'SITE_FIXED',
} as const

/** A member as admins see them. */
export const Person = z.object({
  id: z.uuid(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
})

/** The admin's reason, for whom it concerns. */
export const Reason = text({
  min: 3,
  tooShort: words('Please say why'),
  max: 500,
  tooLong: words('Please say it in at most 500 characters'),
  lines: true,
})

/** A number, or text with up to two decimals. */
export const amount = (pattern: RegExp, message: string) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    trimmed(20, message, message).regex(pattern, message),
  )

/** Things or people. */
export const count = z.number().int()
