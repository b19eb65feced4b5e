import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './src/testing/run/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{src,cli,migrations,seeds,web}/**/*.test.{ts,tsx}'],
    pool: 'forks',
    // A worker keeps what it has imported for its next file: importing the server anew for each was a third of the time.
    isolate: false,
    // Little of what a request leaves behind is still in use when this much has come together.
    execArgv: [
      '--max-semi-space-size=64',
      '--min-semi-space-size=16',
      // Without it, the buffers of backups and photos have all of the heap gone through each time they make 64 MB.
      '--external-memory-accounted-in-global-limit',
    ],
    // Two more than cores: some wait for other processes.
    maxWorkers: Math.min(availableParallelism() + 2, 4),
    sequence: { sequencer: LongestFirst },
    setupFiles: ['src/testing/time/ordinary-clock.ts', 'src/testing/run/patience.ts'],
    globalSetup: 'src/testing/run/global-setup.ts',
    // The deadlines are for what hangs: no test may fail because the machine is busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
