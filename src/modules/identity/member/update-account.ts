import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { NotSignedIn, ValidationFailed } from '../../../platform/errors.ts'
import type { Limiter } from '../../../platform/http/limits/limiter.ts'
import { words } from '../../../platform/language/words.ts'
import type { UpdateChildrenAgesBody, UpdateChildrenBornBody, UpdateDefaultsBody, UpdateMeBody } from '../contract.ts'
import { monthsOld } from '../constants.ts'
import { findMember, patchMember, type Member } from './member.ts'

/** Fields that are left out stay as they are. Another city is looked up; one that nobody knows has no place. */
export async function updateMe(
  ctx: Context,
  id: string,
  { firstName, lastName, language, defaultCity }: z.output<typeof UpdateMeBody>,
  lookUps: Limiter,
): Promise<void> {
  const place = defaultCity === undefined ? {} : { defaultCity, ...(await locate(ctx, id, { defaultCity }, lookUps)) }
  await update(ctx, id, {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName: lastName || null }),
    ...(language !== undefined && { language }),
    ...place,
  })
}

export async function updateChildrenAges(
  ctx: Context,
  id: string,
  body: z.output<typeof UpdateChildrenAgesBody>,
): Promise<void> {
  await update(ctx, id, body)
}

const GROWN_UP_MONTHS = 18 * 12

/**
 * Months that stand there already may grow older than that.
 * @throws ValidationFailed for a new month that is to come, or 18 years ago
 */
export async function updateChildrenBorn(
  ctx: Context,
  id: string,
  { childrenBorn }: z.output<typeof UpdateChildrenBornBody>,
): Promise<void> {
  const before = (await findMember(ctx.db, id))?.childrenBorn ?? []
  const details = childrenBorn.flatMap((born, index) => {
    const months = monthsOld(born, ctx.clock.now())
    if (before.includes(born) || (months >= 0 && months < GROWN_UP_MONTHS)) return []
    const message = months < 0 ? words('This month is in the future') : words('This month is 18 years ago or more')
    return [{ path: ['childrenBorn', index], message }]
  })
  if (details.length > 0) throw new ValidationFailed(details)
  await update(ctx, id, { childrenBorn })
}

/** Coordinates that the site does not send are looked up, when the place has changed. */
export async function updateDefaults(
  ctx: Context,
  id: string,
  body: UpdateDefaultsBody,
  lookUps: Limiter,
): Promise<void> {
  const { defaultLatitude, defaultLongitude, defaultContactPhone = null, ...fields } = body
  const place =
    defaultLatitude === undefined || defaultLongitude === undefined
      ? await locate(ctx, id, body, lookUps)
      : { defaultLatitude, defaultLongitude }
  await update(ctx, id, { ...fields, defaultContactPhone: defaultContactPhone || null, ...place })
}

async function locate(
  ctx: Context,
  id: string,
  body: Pick<UpdateDefaultsBody, 'defaultCity'> & Partial<Pick<UpdateDefaultsBody, 'defaultPickupAddress'>>,
  lookUps: Limiter,
) {
  const before = await findMember(ctx.db, id)
  if (!before) throw new NotSignedIn()
  const address = body.defaultPickupAddress ?? before.defaultPickupAddress
  const moved = before.defaultCity !== body.defaultCity || before.defaultPickupAddress !== address
  if (!moved && before.defaultLatitude !== null) return {}
  await lookUps.consume(id)
  const point = await ctx.geocoder.locate([address, body.defaultCity].filter(Boolean).join(', '))
  return { defaultLatitude: point?.latitude ?? null, defaultLongitude: point?.longitude ?? null }
}

async function update(ctx: Context, id: string, fields: Partial<Member>): Promise<void> {
  await patchMember(ctx.db, id, { ...fields, updatedAt: ctx.clock.now() })
}
