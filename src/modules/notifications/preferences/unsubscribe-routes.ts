import type { Context } from '../../../platform/context.ts'
import { say, words, type Said } from '../../../platform/language/words.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import { changePreferences } from './change-preferences.ts'
import { preferencesOfOne } from './preference.ts'
import { stopPage } from './stop-page.ts'
import { readUnsubscription, type Unsubscription } from './unsubscribe-link.ts'

const STOP: Record<Unsubscription['mail'], { question: Said; done: Said }> = {
  messages: {
    question: say('Stop emails about unread messages?'),
    done: say('Done: no more emails about unread messages.'),
  },
  trades: {
    question: say('Stop emails about your purchases and sales?'),
    done: say('Done: no more emails about your purchases and sales.'),
  },
  reminders: { question: say('Stop reminders by email?'), done: say('Done: no more reminders by email.') },
  'thank-yous': { question: say('Stop emails with thank-yous?'), done: say('Done: no more emails with thank-yous.') },
  alerts: { question: say('Stop emails about new finds?'), done: say('Done: no more emails about new finds.') },
  digest: { question: say('Stop the daily email?'), done: say('Done: no more daily emails.') },
}

export function unsubscribeRoutes(api: Api, ctx: Context): void {
  stopPage(api, ctx.site, '/unsubscribe', {
    read: (query) => readUnsubscription(ctx.config, query, ctx.clock.now()),
    question: (asked) => STOP[asked.mail].question,
    async stop(asked) {
      await endMails(ctx, asked)
      return STOP[asked.mail].done
    },
    settings: { words: words('All your notifications'), path: '/account' },
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
