// Rules that a look at the text decides: exit 1 and one line for each place that breaks one.
import { globSync, readFileSync } from 'node:fs'

const FILES = ['{src,web,cli,seeds,migrations,.ci}/**/*.{ts,tsx}', '*.{ts,js,mjs}']

const RULES = [
  {
    name: 'no-silenced-check',
    pattern: /(oxlint|eslint)-(disable|enable)|oxfmt-ignore/,
    message: 'Mend the code or change the rule for everybody.',
    applies: (file: string) => !file.startsWith('src/testing/checks/'),
  },
  {
    name: 'time-from-the-clock',
    pattern: /\bnew Date\(\)|\bDate\.now\b/,
    message: 'Take the time from ctx.clock.now(), so that tests can set it.',
    applies: (file: string) => file.startsWith('src/modules/') && !file.endsWith('.test.ts'),
  },
]

for (const file of globSync(FILES).map((path) => path.replaceAll('\\', '/'))) {
  const rules = RULES.filter((rule) => rule.applies(file))
  if (rules.length === 0) continue
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { name, pattern, message } of rules) {
      if (!pattern.test(line)) continue
      console.error(`${file}:${index + 1} ${name}: ${message}`)
      process.exitCode = 1
    }
  }
}
