import type { Reader } from '../../../platform/database.ts'
import { findListings } from '../../catalog/index.ts'
import { findThanks } from '../../handover/index.ts'
import { findMembers } from '../../identity/index.ts'
import { findMessages } from '../../messaging/index.ts'
import { findOrders } from '../../purchasing/index.ts'

export interface Name {
  name: string
  listingId: string | null
}

const SUBJECT = /^(\w+):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The names of subjects of the log such as `listing:<id>`, of a message its sender's; those of which nothing is left have none. */
export async function namesOf(reader: Reader, subjects: string[]): Promise<Map<string, Name>> {
  const found = [...new Set(subjects)].flatMap((subject) => {
    const [, kind = '', id = ''] = SUBJECT.exec(subject) ?? []
    return id === '' ? [] : { subject, kind, id }
  })
  const idsOf = (kinds: RegExp) => found.filter(({ kind }) => kinds.test(kind)).map(({ id }) => id)
  const listings = await findListings(reader, idsOf(/^(listing|copied_photo)$/))
  const thanks = await findThanks(reader, idsOf(/^thanks$/))
  const messages = await findMessages(reader, idsOf(/^message$/))
  // All other alarms are about purchases.
  const orders = await findOrders(reader, idsOf(/^(?!(listing|copied_photo|thanks|message|member)$)/))
  const senders = [...messages.values()].map(({ senderId }) => senderId)
  const members = await findMembers(reader, [...idsOf(/^member$/), ...senders])
  const nameOf = (memberId: string | undefined) => {
    const member = memberId === undefined ? undefined : members.get(memberId)
    return member && ([member.firstName, member.lastName].filter(Boolean).join(' ') || member.email)
  }
  const titleOf = (id: string) => listings.get(id)?.title
  const naming: Record<string, (id: string) => string | undefined> = {
    listing: titleOf,
    copied_photo: titleOf,
    thanks: (id) => thanks.get(id)?.text,
    member: nameOf,
    message: (id) => nameOf(messages.get(id)?.senderId),
  }
  const isOpen = (id: string) => listings.has(id) && listings.get(id)?.status !== 'withdrawn'
  const titles = (id: string) =>
    orders
      .get(id)
      ?.lines.map(({ listingTitle }) => listingTitle)
      .join(', ')
  return new Map(
    found.flatMap(({ subject, kind, id }) => {
      const name = (naming[kind] ?? titles)(id)
      return name === undefined ? [] : [[subject, { name, listingId: isOpen(id) ? id : null }]]
    }),
  )
}
