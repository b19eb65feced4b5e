import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that take more than a minute of their own, or wait for other processes or for real time. */
export const LONG = [
  'cli/whole-backup.test.ts',
  'cli/backup.test.ts',
  'src/testing/drill/faults/recovery.test.ts',
  'src/testing/security/farming.test.ts',
  'src/testing/security/authorization.test.ts',
  'src/testing/security/private-data.test.ts',
  'src/web.test.ts',
  'src/testing/pooled.test.ts',
  'src/testing/model/market-model.test.ts',
  'src/platform/embedded-postgres/users.test.ts',
  'src/platform/embedded-postgres/home.test.ts',
  'src/platform/embedded-postgres/embedded-postgres.test.ts',
  'src/platform/database/half-open.test.ts',
  'src/platform/jobs/queue.test.ts',
  'src/modules/purchasing/buying/orders-failure-table.test.ts',
  'src/modules/purchasing/card/card-provider.test.ts',
  'src/modules/purchasing/card/kept-error.test.ts',
  'cli/market.test.ts',
]

/** The long ones begin first: at the end the others would be through, and one worker would wait alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => LONG.findIndex((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    const long = sorted.filter((file) => place(file) >= 0).toSorted((one, other) => place(one) - place(other))
    return [...long, ...sorted.filter((file) => place(file) < 0)]
  }
}
