import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { OUTCOME_FILE, type Failure, type Outcome } from './outcome.ts'

/** Vitest's own JSON leaves out errors of hooks and errors outside of tests, and they fail a run as well. */
export default class VitestOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const outcome: Outcome = {
      passed: inState('passed').length,
      skipped: inState('skipped').length,
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map((error) => ({ name: 'outside of all tests', error: `${said(error)}\n${error.stack ?? ''}` })),
      ],
    }
    writeFileSync(process.env[OUTCOME_FILE] ?? '/dev/stdout', JSON.stringify(outcome))
  }
}

/** Failures from loading the file, in the hooks of its groups, and in its tests. */
function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const failed = [
    { name: file, errors: module.errors() },
    ...[...module.children.allSuites()].map((suite) => ({
      name: `${file} › ${suite.fullName}`,
      errors: suite.errors(),
    })),
    ...[...module.children.allTests('failed')].map((test) => ({
      name: `${file} › ${test.fullName}`,
      errors: test.result().errors ?? [],
    })),
  ]
  return failed
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => ({ name, error: errors.map(said).join('\n') }))
}

const said = ({ name, message, diff }: SerializedError & { diff?: string }): string =>
  [`${name ?? 'Error'}: ${message}`, diff ?? ''].join('\n')
