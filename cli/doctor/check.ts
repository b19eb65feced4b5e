import type { Config } from '../../src/platform/config.ts'
import { withDeadline } from '../../src/platform/deadline.ts'
import { innermost } from '../../src/platform/errors.ts'

/** What was found, and where something is wrong or may become so, what to do about it. */
export interface Finding {
  /** `skipped`: there is nothing to look at, because it isn't configured. */
  verdict: 'good' | 'warning' | 'bad' | 'skipped'
  found: string
  advice?: string
}

export interface Check {
  name: string
  /** What it throws is a finding as well. It has until the signal. */
  examine: (config: Config, signal: AbortSignal) => Promise<Finding>
  /** What to do where it throws, or finds something bad without advice of its own. */
  advice: string
}

/** Whoever waits at a terminal wants to know before long; longer than any of the market's own deadlines. */
const DEADLINE_MS = 15_000

export const good = (found: string): Finding => ({ verdict: 'good', found })
export const skipped = (found: string): Finding => ({ verdict: 'skipped', found })
/** @param advice that of the check where left out */
export const bad = (found: string, advice?: string): Finding => ({ verdict: 'bad', found, ...(advice && { advice }) })
export const warning = (found: string, advice: string): Finding => ({ verdict: 'warning', found, advice })

/** Never throws: whatever goes wrong is what was found. */
export async function runCheck({ examine, advice }: Check, config: Config): Promise<Finding> {
  try {
    const finding = await withDeadline(DEADLINE_MS, (signal) => examine(config, signal))
    return finding.verdict === 'bad' ? { advice, ...finding } : finding
  } catch (error) {
    // The cause says more than what users are told; one line of it.
    return bad(innermost(error).message.split('\n')[0] ?? '', advice)
  }
}
