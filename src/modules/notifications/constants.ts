/** What notices are about. 'account' is what a member has to know: it can't be turned off. */
export const KINDS = ['messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'market-news', 'account'] as const
