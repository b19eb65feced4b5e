import { z } from 'zod'
import { isCurrency } from '../../../../platform/site/look.ts'
import type { Form, FormValue } from './form.ts'
import { invalid, type SandboxError } from './sandbox-error.ts'

/** Cents; the provider's own limits for US dollars: at least $0.50, at most eight digits. */
const SMALLEST_CHARGE = 50
const LARGEST_CHARGE = 99_999_999

const integer = z.string().regex(/^\d+$/, { message: 'Invalid integer', abort: true }).transform(Number)
const positive = integer.refine((value) => value >= 1, 'This value must be greater than or equal to 1.')
const amount = integer
  .refine((value) => value >= SMALLEST_CHARGE, 'Amount must be at least 0.50')
  .refine((value) => value <= LARGEST_CHARGE, 'Amount must be no more than $999,999.99')

const metadata = z
  .record(
    z.string().max(40, 'Metadata keys can have up to 40 characters'),
    z.string().max(500, 'Metadata values can have up to 500 characters'),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, 'You can only have up to 50 metadata keys')
  .default({})

const expand = (...fields: string[]) =>
  z.array(z.enum(fields, { error: 'This property cannot be expanded' })).default([])
const limit = positive.refine((value) => value <= 100, 'Limit must be at most 100').default(10)

export const CreatePaymentIntent = z.strictObject({
  amount,
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'Invalid currency')
    .refine(isCurrency, 'Invalid currency'),
  allowed_payment_method_types: z
    .array(z.enum(['card']))
    .min(1)
    .optional(),
  description: z.string().max(1000).optional(),
  metadata,
})
export const RetrievePaymentIntent = z.strictObject({ expand: expand('latest_charge') })
export const ConfirmPaymentIntent = z.strictObject({ payment_method: z.string().optional() })
export const CancelPaymentIntent = z.strictObject({
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
})
export const ListPaymentIntents = z.strictObject({
  created: z.strictObject({ gte: integer.optional() }).default({}),
  limit,
  starting_after: z.string().optional(),
  expand: expand('data.latest_charge'),
})
export const CreateRefund = z.strictObject({
  payment_intent: z.string(),
  amount: positive.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
})
export const RetrieveRefund = z.strictObject({})
export const ListRefunds = z.strictObject({ payment_intent: z.string(), limit })

/** @throws {SandboxError} 400 that names the first parameter which the provider would not take */
export function readParameters<Schema extends z.ZodType>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0]
  throw issue ? refusal(issue, form) : parsed.error
}

function refusal(issue: z.core.$ZodIssue, form: Form): SandboxError {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)])
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(issue.path)
  const value = issue.path.reduce<FormValue | undefined>((parent, key) => (parent as Form)[String(key)], form)
  if (value === undefined) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  return invalid(issue.message, { param })
}

const nameOf = ([first, ...inner]: PropertyKey[]) => String(first) + inner.map((part) => `[${String(part)}]`).join('')
