import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import type { Http } from '../../platform/http/http.ts'
import * as contract from './contract.ts'
import {
  conversationNotFound,
  conversationsOf,
  countUnreadOf,
  findConversation,
  otherParty,
} from './conversation/conversation.ts'
import { inboxStreams } from './inbox/follow-inbox.ts'
import { markConversationRead } from './conversation/mark-conversation-read.ts'
import { messagesOf, presentMessage } from './conversation/message.ts'
import { presentConversations, type NameOrders, type WaitingTrade } from './conversation/present-conversation.ts'
import { messageLimits } from './sending/message-limits.ts'
import { sendMessage } from './sending/send-message.ts'

/** The trade that the member had with the other one about a listing: handover knows. */
type TradeBetween = (
  ctx: Context,
  about: { listingId: string; memberId: string; otherId: string },
) => Promise<Pick<contract.ConversationDetail, 'purchase' | 'sale'>>

/** The trades that wait for the member: handover knows. */
type WaitingTrades = (ctx: Context, memberId: string) => Promise<WaitingTrade[]>

export function messagingRoutes(
  api: Api,
  ctx: Context,
  {
    nameOrders,
    tradeBetween,
    waitingTrades,
  }: { nameOrders: NameOrders; tradeBetween: TradeBetween; waitingTrades: WaitingTrades },
): void {
  const followInbox = inboxStreams(ctx)
  const limits = messageLimits(ctx)
  const mannerOf = (http: Http) => mannerFor(ctx, http)
  api.on(contract.sendMessage, async ({ params, body, caller, start, http }) => {
    await limits.consume(caller.id, { begins: body.threadId === undefined })
    const message = await sendMessage(ctx, { ...body, listingId: params.id, senderId: caller.id, start })
    return { ...presentMessage(message, mannerOf(http)), threadId: message.conversationId }
  })
  api.on(contract.listConversations, async ({ caller, query, http }) => {
    const waiting = await waitingTrades(ctx, caller.id)
    const { rows, next } = await conversationsOf(ctx.db, caller.id, query, waiting)
    linkNext(http, query, next)
    return presentConversations(ctx.db, rows, { memberId: caller.id, waiting, nameOrders, manner: mannerOf(http) })
  })
  api.on(contract.getConversation, async ({ params, caller, query, http }) => {
    const conversation = await findConversation(ctx.db, params.threadId, caller.id)
    const { rows, next } = await messagesOf(ctx.db, [conversation.id], query)
    linkNext(http, query, next)
    const [thread] = await presentConversations(ctx.db, [conversation], {
      memberId: caller.id,
      waiting: await waitingTrades(ctx, caller.id),
      nameOrders,
      manner: mannerOf(http),
    })
    if (!thread) throw conversationNotFound()
    const traded = await tradeBetween(ctx, {
      listingId: conversation.listingId,
      memberId: caller.id,
      otherId: otherParty(conversation, caller.id),
    })
    const messages = rows.toReversed().map((message) => presentMessage(message, mannerOf(http)))
    return { thread, messages, ...traded }
  })
  api.on(contract.markConversationRead, ({ params, caller }) =>
    markConversationRead(ctx, { conversationId: params.threadId, memberId: caller.id }),
  )
  api.on(contract.followInbox, ({ caller, http }) => {
    followInbox(http, caller.id)
    return Promise.resolve(undefined)
  })
  api.on(contract.countUnread, async ({ caller }) => ({ count: await countUnreadOf(ctx.db, caller.id) }))
}
