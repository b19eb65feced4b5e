import { createElement, isValidElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { isolated } from '../../src/platform/language/isolates.ts'
import { setPageLanguage } from './language/sentence.ts'
import { rich, t } from './t.ts'

afterEach(() => setPageLanguage('en'))

test('from right to left a value keeps to itself, be it text or a part of the page', () => {
  expect(t('Actions for {title}', { title: 'Doll' })).toBe('Actions for Doll')
  setPageLanguage('ar')
  expect(t('Actions for {title}', { title: 'Doll' })).toContain(isolated('Doll'))
  const said = rich('You were drawn. Buy it until {when}.', { when: createElement('time') })
  const parts = (said as { props: { children: unknown[] } }).props.children
  const at = parts.findIndex((part) => isValidElement(part))
  expect([String(parts[at - 1]).at(-1), String(parts[at + 1]).at(0)].join('')).toBe(isolated(''))
})
