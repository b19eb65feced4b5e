import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { words } from '../../src/platform/language/words.ts'
import { t } from './t.ts'

/** Checks a form by the contract of its call; what is wrong is told in the page's language. */
export function formResolver<In extends FieldValues, Out>(schema: z.ZodType<Out, In>): Resolver<In, unknown, Out> {
  const check = zodResolver<In, unknown, Out>(schema, { error: () => words('This is not valid') })
  return async (values, context, options) => {
    const checked = await check(values, context, options)
    const errors = Object.entries(checked.errors).map(([field, error]) => [field, inWords(error)] as const)
    return { ...checked, errors: Object.fromEntries(errors) } as typeof checked
  }
}

function inWords(error: unknown): unknown {
  const { message } = error as { message?: unknown }
  return typeof message === 'string' ? { ...(error as object), message: t(message) } : error
}
