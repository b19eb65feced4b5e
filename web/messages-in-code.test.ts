import { expect, test } from 'vitest'
import { minifySync } from 'vite'
import { markMessages } from './language-plugin.ts'
import { hasMarks, inLanguage } from './messages-in-code.ts'

const IMPORTS = `import { t, rich } from '../lib/t.ts'
import { words } from '../../src/platform/language/words.ts'
`
const THINGS = '{count, plural, one {# thing} other {# things}}'
const CATALOGUE = {
  "It's here": 'Es ist "da"',
  [THINGS]: '{count, plural, one {# Sache} other {# Sachen}}',
  'Read <link>it</link>': '<link>Das</link> lesen',
  Late: 'Spät',
}

/** A file of the site as a browser gets it, minified, in that language. */
function built(source: string, catalogue?: Record<string, string>): string {
  const { transform } = markMessages() as { transform: (code: string, id: string) => { code: string } | null }
  const marked = transform(IMPORTS + source, '/market/web/features/a.tsx')?.code ?? ''
  const code = minifySync('a.js', marked, { compress: true, mangle: true }).code
  expect(hasMarks(code)).toBe(true)
  const said = inLanguage(code, catalogue)
  expect(hasMarks(said)).toBe(false)
  return said
}

test('a text is the text, in the language of the file', () => {
  const source = `export const a = () => t("It's here")`
  expect(built(source)).toContain(`()=>"It's here"`)
  expect(built(source, CATALOGUE)).toContain(String.raw`()=>"Es ist \"da\""`)
})

test('what a message has values for is a tree already; what the catalogue lacks is English', () => {
  const source = `export const a = (count) => t('${THINGS}', { count }), b = words('${THINGS}')`
  const tree = (one: string) =>
    new RegExp(`"one":\\{"value":\\[\\{"type":7\\},\\{"type":0,"value":" ${one}"\\}\\]\\}`, 'g')
  expect(built(source, CATALOGUE).match(tree('Sache'))).toHaveLength(2)
  expect(built(source, {}).match(tree('thing'))).toHaveLength(2)
  expect(built(source, { [THINGS]: '' }).match(tree('thing'))).toHaveLength(2)
})

test('each choice is said, and messages in one another', () => {
  const source = `export const a = (late) => rich('Read <link>it</link>', { link: () => t(late ? 'Late' : "It's here") })`
  const said = built(source, CATALOGUE)
  for (const text of ['"Spät"', String.raw`"Es ist \"da\""`, '" lesen"']) expect(said).toContain(text)
})

test('what nobody uses is dropped', () => {
  expect(built(`const unused = words('Late'); export const a = () => t("It's here")`, CATALOGUE)).not.toContain('Spät')
})
