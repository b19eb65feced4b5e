import { expect, test } from 'vitest'
import { moneyIn } from '../site/look.ts'
import { formatFacts } from './facts.ts'
import { terminalLanguage } from './terminal.ts'
import { inEnglish, translate } from './translate.ts'
import { say, words, type Language } from './words.ts'

test('a value may be a message, money or a moment: each language writes it in its own way', () => {
  const paid = say('{what}: {charged}, {when}', {
    what: say('{count, plural, one {# thing} other {# things}}', { count: 1 }),
    charged: { cents: 1150 },
    when: { moment: '2026-11-24T16:00:00.000Z', timeZone: 'Europe/Vienna' },
  })
  expect(inEnglish(paid)).toBe('1 thing: $11.50, Tuesday, November 24, 5:00 PM')
  expect(translate('de', paid).replaceAll('\u00a0', ' ')).toBe('1 Sache: 11,50 $, Dienstag, 24. November, 17:00')
})

test('letters of a currency stay before its sign where one reads from right to left', () => {
  expect(moneyIn('ar', 'usd', 3.5)).toMatch(/US\$\u200e/)
  expect(moneyIn('ar', 'eur', 3.5)).not.toContain('\u200e')
})

test('a device is called by the words of the reader', () => {
  const told = (language: Language, device: string) =>
    formatFacts({ language, timeZone: 'UTC' }, words('Sign out {device}'), { device })
  expect(told('en', 'Firefox on Linux')).toBe('Sign out Firefox on Linux')
  expect(told('fr', 'A browser on Linux')).toBe(
    translate(
      'fr',
      say('Sign out {device}', {
        device: translate(
          'fr',
          say('{browser} on {system}', { browser: translate('fr', 'A browser'), system: 'Linux' }),
        ),
      }),
    ),
  )
})

test('several sentences are said one after the other', () => {
  expect(inEnglish(['One is gone', say('{title} is gone', { title: '{x' })])).toBe('One is gone. {x is gone')
})

test.each([
  [{ LANG: 'de_AT.UTF-8' }, 'de'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'pt_PT' }, 'pt-BR'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'de_DE', LC_ALL: 'C.UTF-8' }, 'en'],
  [{ LANG: 'ar@latin', LC_ALL: '' }, 'ar'],
  [{ LANG: 'tlh' }, 'en'],
  [{}, 'en'],
])('a terminal of %j is spoken to in %s', (locale, language) => {
  expect(terminalLanguage(locale)).toBe(language)
})
