import type { Context } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import { changePreferences } from './change-preferences.ts'
import { preferencesOfOne } from './preference.ts'
import { stopPage } from './stop-page.ts'
import { readUnsubscription, type Unsubscription } from './unsubscribe-link.ts'

const WHAT: Record<Unsubscription['mail'], string> = {
  messages: 'emails about unread messages',
  trades: 'emails about your purchases and sales',
  reminders: 'reminders by email',
  'thank-yous': 'emails with thank-yous',
  alerts: 'emails about new finds',
  digest: 'the daily email',
}

export function unsubscribeRoutes(api: Api, ctx: Context): void {
  stopPage(api, ctx.site, '/unsubscribe', {
    read: (query) => readUnsubscription(ctx.config, query, ctx.clock.now()),
    question: (asked) => `Stop ${WHAT[asked.mail]}?`,
    async stop(asked) {
      await endMails(ctx, asked)
      return `Done: no more ${WHAT[asked.mail]}.`
    },
    settings: { words: 'All your notifications', path: '/account' },
  })
}

/** A member who has left gets no mails as it is. */
async function endMails(ctx: Context, { memberId, mail }: Unsubscription): Promise<void> {
  const { kinds } = await preferencesOfOne(ctx.db, memberId)
  const ended = CHOSEN_KINDS.filter((kind) => (mail === 'digest' ? kinds[kind].mail === 'daily' : kind === mail))
  try {
    await changePreferences(ctx, memberId, {
      kinds: Object.fromEntries(ended.map((kind) => [kind, { mail: 'never' as const }])),
    })
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error
  }
}
