import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { OUTCOME_FILE, type Outcome } from './outcome.ts'

export default class PlaywrightOutcome implements Reporter {
  private readonly outcome: Outcome = { passed: 0, skipped: 0, failures: [] }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    if (status === 'skipped') this.outcome.skipped++
    else if (status === test.expectedStatus) this.outcome.passed++
    else this.outcome.failures.push({ name: nameOf(test), error: [status, ...errors.map(said)].join('\n') })
  }

  /** An error outside of all tests: a file that does not load, the setup. */
  onError(error: TestError): void {
    this.outcome.failures.push({ name: error.location?.file ?? 'outside of all tests', error: said(error) })
  }

  onEnd(): void {
    writeFileSync(process.env[OUTCOME_FILE] ?? '/dev/stdout', JSON.stringify(this.outcome))
  }
}

function nameOf(test: TestCase): string {
  const [, , , ...titles] = test.titlePath()
  return [`${relative('.', test.location.file)}:${test.location.line}`, ...titles].join(' › ')
}

const said = ({ message, value }: TestError): string => message ?? value ?? ''
