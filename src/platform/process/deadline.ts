import { AsyncLocalStorage } from 'node:async_hooks'

/** The time by which the asker has an answer. All that one request waits for shares it. */
const budgets = new AsyncLocalStorage<{ endsAt: number }>()

/** Does `work`, in which everything with a deadline shares that many milliseconds. What goes on afterwards is free of it. */
export async function withinBudget<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const budget = { endsAt: performance.now() + milliseconds }
  try {
    return await budgets.run(budget, work)
  } finally {
    budget.endsAt = Infinity
  }
}

/** Milliseconds; endless outside of `withinBudget`. */
export const budgetLeft = (): number => Math.max((budgets.getStore()?.endsAt ?? Infinity) - performance.now(), 0)

/** Gives back the time since `left`, which the client itself took. */
export function returnToBudget(left: number): void {
  const budget = budgets.getStore()
  if (budget) budget.endsAt = performance.now() + left
}

/**
 * Does `work`, which has that many milliseconds, or what is left of the request's budget, and is told by its signal when they are over. `AbortSignal.timeout` would
 * not do: while only a request that hangs refers to it, it may be garbage-collected before it fires.
 * @throws DOMException TimeoutError when the time is over, whether or not `work` heeds the signal
 */
export async function withDeadline<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const allowed = Math.min(milliseconds, budgetLeft())
  const deadline = new AbortController()
  const { promise: passed, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const late = new DOMException(`no answer within ${Math.round(allowed)} ms`, 'TimeoutError')
    reject(late)
    deadline.abort(late)
  }, allowed)
  try {
    return await Promise.race([work(deadline.signal), passed])
  } finally {
    clearTimeout(timer)
  }
}
