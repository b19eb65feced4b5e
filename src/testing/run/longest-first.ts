import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What waits for other processes, or for real time, for more than ten seconds. */
const LONG = [
  'testing/drill/faults/recovery.test.ts',
  'testing/security/farming.test.ts',
  'src/web.test.ts',
  'testing/pooled.test.ts',
  'testing/model/market-model.test.ts',
  'embedded-postgres/users.test.ts',
  'embedded-postgres/home.test.ts',
  'platform/embedded-postgres.test.ts',
  'platform/half-open.test.ts',
  'platform/queue.test.ts',
  'card/card-provider.test.ts',
  'card/kept-error.test.ts',
  'cli/market.test.ts',
]

/** The long ones begin first: at the end the others would be through, and one worker would wait alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONG.findIndex((name) => moduleId.endsWith(name))
    const sorted = await super.sort(files)
    const long = sorted.filter((file) => place(file) >= 0).toSorted((one, other) => place(one) - place(other))
    return [...long, ...sorted.filter((file) => place(file) < 0)]
  }
}
