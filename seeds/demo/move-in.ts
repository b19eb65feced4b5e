import { promoteAdmin } from '../../src/modules/admin/index.ts'
import { createMember, findMemberByEmail, Member } from '../../src/modules/identity/index.ts'
import { openAccount } from '../../src/modules/wallet/index.ts'
import { transact } from '../../src/platform/database.ts'
import { CITY, emailOf, NEIGHBOURS, type NeighbourKey } from './neighbours.ts'
import type { World } from './world.ts'

/** Makes a neighbour a member, with their account and address; June also gets to run the market. */
export async function moveIn({ ctx }: World, key: NeighbourKey): Promise<void> {
  const neighbour = NEIGHBOURS[key]
  const email = emailOf(key)
  await transact(ctx.db, async (trx) => {
    if (await findMemberByEmail(trx, email)) return
    const now = ctx.clock.now()
    const { firstName, lastName, note: demoNote } = neighbour
    const invitedBy = 'invitedBy' in neighbour ? await findMemberByEmail(trx, emailOf(neighbour.invitedBy)) : null
    const member = await createMember(trx, {
      email,
      firstName,
      lastName,
      demoNote,
      referralCode: invitedBy?.referralCode,
      now,
    })
    await openAccount(trx, { memberId: member.id, now })
    await Member.query(trx)
      .findById(member.id)
      .patch({
        defaultCity: CITY,
        defaultContactName: `${firstName} ${lastName}`,
        defaultContactEmail: email,
        defaultContactPhone: 'phone' in neighbour ? neighbour.phone : null,
        defaultPickupAddress: neighbour.address,
        defaultLatitude: neighbour.latitude,
        defaultLongitude: neighbour.longitude,
        childrenAges: [...neighbour.childrenAges],
      })
    if (key === 'june') await promoteAdmin(trx, { email, now })
  })
}
