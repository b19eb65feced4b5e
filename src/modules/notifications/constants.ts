/** Kinds of notices by which a member chooses. */
export const CHOSEN_KINDS = ['messages', 'trades', 'reminders', 'thank-yous', 'alerts'] as const
/** 'account' is what a member has to know: it can't be turned off. */
export const KINDS = [...CHOSEN_KINDS, 'account'] as const

/** Single mails, one mail a day with all of that day, or none: so nothing is mailed twice. */
export const MAIL_CHOICES = ['at-once', 'daily', 'never'] as const
