import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { UpdateChildrenAgesBody, UpdateDefaultsBody, UpdateNameBody } from '../contract.ts'
import { findMember, patchMember, type Member } from './member.ts'

export async function updateName(ctx: Context, id: string, name: z.output<typeof UpdateNameBody>): Promise<void> {
  const { firstName, lastName } = name
  await update(ctx, id, { firstName, ...(lastName !== undefined && { lastName: lastName || null }) })
}

export async function updateChildrenAges(
  ctx: Context,
  id: string,
  body: z.output<typeof UpdateChildrenAgesBody>,
): Promise<void> {
  await update(ctx, id, body)
}

/** Coordinates that the site does not send are looked up, when the place has changed. */
export async function updateDefaults(ctx: Context, id: string, body: UpdateDefaultsBody): Promise<void> {
  const { defaultLatitude, defaultLongitude, defaultContactPhone = null, ...fields } = body
  const place =
    defaultLatitude === undefined || defaultLongitude === undefined
      ? await locate(ctx, id, body)
      : { defaultLatitude, defaultLongitude }
  await update(ctx, id, { ...fields, defaultContactPhone: defaultContactPhone || null, ...place })
}

async function locate(ctx: Context, id: string, body: UpdateDefaultsBody) {
  const before = await findMember(ctx.db, id)
  if (!before) throw new NotSignedIn()
  const moved = before.defaultCity !== body.defaultCity || before.defaultPickupAddress !== body.defaultPickupAddress
  if (!moved && before.defaultLatitude !== null) return {}
  const point = await ctx.geocoder.locate(`${body.defaultPickupAddress}, ${body.defaultCity}`)
  return { defaultLatitude: point?.latitude ?? null, defaultLongitude: point?.longitude ?? null }
}

async function update(ctx: Context, id: string, fields: Partial<Member>): Promise<void> {
  await patchMember(ctx.db, id, { ...fields, updatedAt: ctx.clock.now() })
}
