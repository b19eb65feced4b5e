import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { signalBrowsers } from '../../../platform/http/live/live-channel.ts'
import { requireMember } from '../../identity/index.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import type { ChangePreferencesBody, Choice, ChosenKind } from '../contract.ts'
import { preferencesOfOne, type Preferences } from './preference.ts'

/** Choices that are left out stay. @throws NotSignedIn when they have left */
export async function changePreferences(
  { db }: Context,
  memberId: string,
  { kinds = {}, quietHours }: ChangePreferencesBody,
): Promise<Preferences> {
  return transact(db, async (trx) => {
    await requireMember(trx, memberId, 'turns')
    const before = await preferencesOfOne(trx, memberId)
    for (const kind of CHOSEN_KINDS) {
      const { site, push, mail } = kinds[kind] ?? {}
      const { [kind]: choice } = before.kinds
      const wanted = { site: site ?? choice.site, push: push ?? choice.push, mail: mail ?? choice.mail }
      if (kinds[kind]) await choose(trx, memberId, kind, wanted)
    }
    if (quietHours !== undefined) {
      const { begins, ends } = quietHours ?? { begins: null, ends: null }
      await trx('quiet_hours')
        .insert({ member_id: memberId, begins, ends })
        .onConflict(['member_id'])
        .merge(['begins', 'ends'])
    }
    // The bell may show more or less now.
    await signalBrowsers(trx, [memberId], { event: 'notice' })
    return preferencesOfOne(trx, memberId)
  })
}

async function choose(trx: Trx, memberId: string, kind: ChosenKind, wanted: Choice): Promise<void> {
  await trx('notice_preference')
    .insert({ member_id: memberId, kind, ...wanted })
    .onConflict(['member_id', 'kind'])
    .merge(['site', 'push', 'mail'])
}
