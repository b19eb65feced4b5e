import { expect, test } from 'vitest'
import { z } from 'zod'
import { QUEUES } from './events.ts'

interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

/** The paths of a payload at which there may be whatever somebody has written. */
function freeText(schema: Schema, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) => freeText(one, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => freeText(one, `${path}.${name}`))
  const bound = schema.format ?? schema.pattern ?? schema.enum ?? schema.const
  return [...parts, ...fields, ...(schema.type === 'string' && bound === undefined ? [path] : [])]
}

test('jobs carry ids, numbers and words of ours: nothing that a member wrote stays in the queue for a week', () => {
  const found = Object.entries(QUEUES).flatMap(([name, { payload }]) =>
    freeText(z.toJSONSchema(payload) as Schema, name),
  )
  expect(found).toEqual([
    // The address of a member who has left is kept nowhere else, and the job is deleted a minute after it ends.
    'identity.say-goodbye.email',
    // One of the names in `deviceOf`, never the header itself.
    'identity.say-goodbye.device',
    'identity.notify-of-device.device',
    // The simulated card provider knows ids alone.
    'purchasing.deliver-sandbox-event.event',
  ])
})
