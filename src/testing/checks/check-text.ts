// Rules that a look at the text decides: exit 1 and one line for each place that breaks one.
import { globSync, readFileSync } from 'node:fs'

interface Rule {
  name: string
  pattern: RegExp
  message: string
  applies: (file: string) => boolean
  /** Lines that it leaves alone. */
  skips?: RegExp
}

const FILES = ['{src,web,cli,seeds,migrations,.ci}/**/*.{ts,tsx,sql}', '*.{ts,js,mjs}']

/** Files that check signatures made by the machine's time, and files that set the time of pages and processes. */
const MACHINE_TIME = new Set([
  'src/testing/time/at-time.ts',
  'src/testing/doubles/s3-double.ts',
  'src/testing/doubles/push-double.ts',
  'web/e2e/support/ordinary-pages.ts',
  'src/testing/checks/lint-rules.test.ts',
])

function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$|^src\/testing\/|^web\/e2e\//.test(file) && !MACHINE_TIME.has(file)
}

const RULES: Rule[] = [
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
  {
    name: 'ordinary-time',
    pattern: /\bnew Date\(\)|\bDate\.now\b/,
    message: 'Take the time from market.clock, ordinaryTime() or performance.now(): tests pass at any hour.',
    applies: isTest,
  },
  {
    name: 'ordinary-time-in-sql',
    // The database has the time of jobs.
    pattern: /^(?!.*\b(start_after|started_on|heartbeat_on|cron_on)\b).*(?<!['\w.])now\(\)(?! \{|:)/,
    message: 'Give the statement a time: that of the database is not that of the market.',
    applies: isTest,
  },
  {
    name: 'sides-by-the-line',
    // A class for the middle, or for a picture, is right in every language.
    pattern:
      /(?<=[\s"'`:!])-?(([mp]|scroll-[mp])[lr]-[\d[ap]|(left|right)-(?!1\/2|\[[\d.]+%)[\d[af]|text-(left|right)(?=[\s"'`])|(border|rounded)-(l|r|[tb][lr])(?=[\s"'`-]))/,
    message: 'Say start and end (ms-, pe-, start-2, text-end): Arabic is written from right to left.',
    applies: (file: string) => /^web\/.*\.tsx$/.test(file),
    skips: /^\s*(\/\/|\/?\*)/,
  },
  {
    name: 'one-word-a-thing',
    pattern: new RegExp(
      String.raw`\b(?:function|const|let|class|interface|type) (?:` +
        [
          // Each meant several things, or one of several words for one, before the glossary.
          'Wanted|Terms|News|tired|got|also|along|tell(?:[A-Z]\\w*)?|\\w+News|note(?!(?:Of|Words|Member)\\b)[A-Z]\\w*',
          'resume|sameOrder|endReserved|expireReservation|walked|typed|implied',
          '\\w*(?<!No|Some|Any|Every)(?:Thing|Things)',
        ].join('|') +
        String.raw`)\b`,
    ),
    message: 'The glossary in CONTRIBUTING.md has one word for each thing: take that.',
    applies: (file: string) => !isTest(file) && !MACHINE_TIME.has(file),
  },
  {
    name: 'platform-knows-no-domain',
    pattern:
      /\b(listings?|purchas(es?|ing)|sellers?|buyers?|escrow|inbox|isAdmin|couriers?|appointments?|reservations?|baskets?|neighbours?)\b|['"`]\/api\/\w/i,
    message: 'What is traded here, and at which addresses, is handed in by src/app.ts or src/site.ts.',
    applies: (file: string) => file.startsWith('src/platform/') && !isTest(file),
    // The configuration names what is simulated.
    skips: /words\('courier quotes/,
  },
  {
    name: 'comment-with-a-subject',
    pattern: new RegExp(
      String.raw`^\s*(\{?/\*\*?|//|--|\*) (` +
        [
          '(Of|Whose|Whom|Those|Beside|Behind|What|How|Who|Whoever|Why|Which)\\b|That (?!is|was|means)\\w',
          '(By|For|With|From|In|On|To) (whom|what|which)\\b|(Since|Until|From) when\\b',
          // A condition has a comma, and what follows from it behind that, perhaps in the next line.
          '(Where|When)\\b[^,:]*[.!?]?$|(Where|When)\\b[^,:]*\\*/',
        ].join('|') +
        ')',
    ),
    message: 'Say in a sentence what the comment is about, or leave it out.',
    applies: () => true,
  },
  {
    name: 'words-a-neighbour-would-say',
    // Each was on a screen or in a mail once; the same turns come back in other sentences.
    pattern: new RegExp(
      [
        'code of now|not to be had|nothing to tell|do you come by|there is room for|without a look|settings say',
        'make an address|something you look for|times to choose from|without a word|carried out|on the card[.,]',
        'keep a thing|neighbours keep|somebody (?:waits|looks|has)|waits for (?:you|them)\\b|you hear (?:of|once)',
        'decide[sd]? anew|it rests|fetch it from|told at once|takes one, or|Message the seller',
      ].join('|'),
      'i',
    ),
    message: 'Say it as you would to a neighbour at the door.',
    applies: (file: string) => /^(web|src\/modules|cli)\//.test(file) && !/\.(test|spec)\.tsx?$/.test(file),
    // Comments may say it.
    skips: /^\s*(\/\/|--|\/?\*)/,
  },
]

for (const file of globSync(FILES).map((path) => path.replaceAll('\\', '/'))) {
  const rules = RULES.filter((rule) => rule.applies(file))
  if (rules.length === 0) continue
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const { name, pattern, message, skips } of rules) {
      if (!pattern.test(line) || skips?.test(line)) continue
      console.error(`${file}:${index + 1} ${name}: ${message}`)
      process.exitCode = 1
    }
  }
}
