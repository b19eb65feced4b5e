import { expect, test } from 'vitest'
import { faultsOf, faultsOfEnglish } from './compare-messages.ts'

const THINGS = '{count, plural, one {# thing} other {# things}} of {name}'
const RULES = 'Read <link>the rules</link>'
const WHO = '{who, select, me {You are} other {{name} is}} here'

test.each([
  ['de', THINGS, '{count, plural, one {# Sache} other {# Sachen}} von {name}'],
  ['de', THINGS, '{name}: {count, plural, =0 {nichts} other {# Sachen}}'],
  [
    'ar',
    THINGS,
    '{count, plural, zero {لا شيء} one {شيء} two {شيئان} few {# أشياء} many {# شيئًا} other {# شيء}} {name}',
  ],
  ['fr', RULES, 'Lire <link>les règles</link>'],
  ['es', WHO, '{who, select, me {Estás} other {{name} está}} aquí'],
] as const)('%s says all of it: %s', (language, english, translated) => {
  expect(faultsOf(language, english, translated)).toEqual([])
})

test.each([
  ['de', THINGS, '', 'is empty'],
  ['de', THINGS, '{count, plural, one {# Sache} other {# Sachen}}', 'lacks {name}'],
  ['de', 'of {name}', 'von {nam}', 'lacks {name}'],
  ['de', 'of {name}', 'von {name} und {other}', 'has {other}, the English has not'],
  ['de', THINGS, '{count, plural, one {# Sache} few {# Sachen} other {# Sachen}} von {name}', 'has the form few'],
  ['ar', THINGS, '{count, plural, one {شيء}} {name}', 'is no ICU message'],
  ['fr', RULES, 'Lire les règles', 'lacks <link>'],
  ['fr', RULES, 'Lire <link>les règles', 'is no ICU message'],
  ['es', WHO, '{who, select, yo {Estás} other {{name} está}} aquí', 'lacks {who} = me | other'],
] as const)('%s does not: %s -> %s', (language, english, translated, fault) => {
  expect(faultsOf(language, english, translated).join('; ')).toContain(fault)
})

test('English is looked at, too', () => {
  expect(faultsOfEnglish(THINGS)).toEqual([])
  expect(faultsOfEnglish('{count, plural, one {# thing}}')).not.toEqual([])
})
