import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import { sessionRow } from '../../platform/http/session/session.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import * as contract from './contract.ts'
import { previewRoutes } from './delivery/preview-routes.ts'
import { countUnread, noticesOf, presentNotice } from './notice/notice.ts'
import { readNotices } from './notice/read-notices.ts'
import { changePreferences } from './preferences/change-preferences.ts'
import { preferencesOfOne } from './preferences/preference.ts'
import { unsubscribeRoutes } from './preferences/unsubscribe-routes.ts'
import { pushDeviceOf, subscribe, unsubscribe } from './push/device.ts'

export function notificationRoutes(api: Api, ctx: Context): void {
  api.on(contract.listNotices, async ({ caller, query, http }) => {
    const { rows, next } = await noticesOf(ctx.db, caller.id, query)
    linkNext(http, query, next)
    const manner = mannerFor(ctx, http)
    return rows.map((notice) => presentNotice(notice, manner))
  })
  api.on(contract.countUnreadNotices, async ({ caller }) => ({ count: await countUnread(ctx.db, caller.id) }))
  api.on(contract.readNotices, ({ caller, body }) => readNotices(ctx, caller.id, body.ids))
  const timeZone = ctx.site.timeZone
  api.on(contract.getPreferences, async ({ caller }) => ({ ...(await preferencesOfOne(ctx.db, caller.id)), timeZone }))
  api.on(contract.changePreferences, async ({ caller, body }) => ({
    ...(await changePreferences(ctx, caller.id, body)),
    timeZone,
  }))
  api.on(contract.getPush, async ({ http }) => ({
    publicKey: ctx.push.publicKey(),
    device: await pushDeviceOf(ctx.db, sessionRow(http)),
  }))
  api.on(contract.subscribeToPush, ({ caller, body, http }) =>
    subscribe(ctx, { memberId: caller.id, session: sessionRow(http) }, body),
  )
  api.on(contract.unsubscribeFromPush, ({ http }) => unsubscribe(ctx.db, sessionRow(http)))
  unsubscribeRoutes(api, ctx)
  if (!ctx.config.production) previewRoutes(api, ctx)
}
