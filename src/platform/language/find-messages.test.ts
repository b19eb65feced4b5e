import { expect, test } from 'vitest'
import { findLooseSentences, findLooseTexts, findMessages } from './find-messages.ts'

const IMPORTS = `import { t, rich } from '../../lib/t.ts'
import { words as mark, say } from '../../platform/language/words.ts'
import { Conflict, AppError } from '../../platform/errors.ts'
`
const messagesOf = (code: string, imports = IMPORTS) => findMessages('a.tsx', imports + code).map((one) => one.message)

test.each([
  ["const a = () => t('Post item')", ['Post item']],
  ["const a = () => t(late ? 'Too late' : early ? 'Too early' : `In time`)", ['Too late', 'Too early', 'In time']],
  ["const a = () => rich('Read <a>it</a>', { a: (x) => <b title={t('Here')}>{x}</b> })", ['Read <a>it</a>', 'Here']],
  ["const SIZES = { a: mark('Size') }", ['Size']],
  ["throw new Conflict('TAKEN', say('{name} has it', { name }))", ['{name} has it']],
  ["throw new AppError('TAKEN', 409, 'Somebody has it')", ['Somebody has it']],
  ["const a = () => t('It\\'s \\u2013 here')", ["It's – here"]],
  // Marked elsewhere, made of pieces, or called so by somebody else.
  ['const a = () => t(label) + t(`Hi ${name}`)', []],
  ["words('no'); new Map('no'); other.t('no')", []],
])('%s', (code, messages) => {
  expect(messagesOf(code)).toEqual(messages)
})

test('a function of the same name that comes from elsewhere takes no messages', () => {
  expect(
    messagesOf("t('no'); say('no')", "import { t } from './turn.ts'\nimport { say } from '../cli/say.ts'\n"),
  ).toEqual([])
})

test.each([
  ['<p>Hello there</p>', ['Hello there']],
  ["<p>{open ? 'Close' : 'Open'}</p>", ['Close', 'Open']],
  ["<p>{open && 'Close it'}</p>", ['Close it']],
  ['<p>{`${count} things`}</p>', ['{…} things']],
  ['<img alt="A cot" />', ['A cot']],
  ['<button aria-label={open ? "Close" : "Open"} />', ['Close', 'Open']],
  ['<Field label="Your name" hint="As the door says" placeholder={`Ida`} />', ['Your name', 'As the door says', 'Ida']],
  ['<Page emptyTitle="Nothing yet" />', ['Nothing yet']],
  // For programs, and nothing that one reads.
  ['<p className="text-sm" id="title" data-kind="open">{name}</p>', []],
  ['<form action="/api/login" /> ', []],
  ['<input enterKeyHint="search" />', []],
  ['<p>{t("Hello there")} · 12 % <b title={t("Why")}>×</b></p>', []],
])('%s', (code, texts) => {
  expect(findLooseTexts('a.tsx', `const a = ${code}`).map(({ text }) => text)).toEqual(texts)
})

test.each([
  ["program.command('demo').description('fill the market')", ['fill the market']],
  ['const HELP = `Reads it.\n\nExample:\n  market demo`', ['Reads it.\n\nExample:\n  market demo']],
  ['console.log(`${count} things done`)', ['{…} things done']],
  ["program.description(mark('fill the market')).option('--to <NAME>', mark('stop there'))", []],
  ["throw new Conflict('TAKEN', 'Somebody has it')", []],
  ["db.raw('select one, other from both'); settle === 'market doctor'; open('demo')", []],
])('a command: %s', (code, texts) => {
  expect(findLooseSentences('a.ts', IMPORTS + code).map(({ text }) => text)).toEqual(texts)
})
