import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Language } from './words.ts'

/** The faults of a translation: its values or tags differ, or it lacks a form; none if it is right. */
export function faultsOf(language: Language, english: string, translated: string): string[] {
  if (translated.trim() === '') return ['is empty']
  const wanted = read(english, 'en')
  const given = read(translated, language)
  if (typeof wanted === 'string') return [`the English is no ICU message: ${wanted}`]
  if (typeof given === 'string') return [`is no ICU message: ${given}`]
  return [
    ...[...wanted.parts].filter((part) => !given.parts.has(part)).map((part) => `lacks ${part}`),
    ...[...given.parts].filter((part) => !wanted.parts.has(part)).map((part) => `has ${part}, the English has not`),
    ...given.faults,
  ]
}

export function faultsOfEnglish(english: string): string[] {
  const found = read(english, 'en')
  return typeof found === 'string' ? [`is no ICU message: ${found}`] : found.faults
}

/** Its values and tags, and wrong forms of plurals; or why it can't be read. */
function read(message: string, language: Language): { parts: Set<string>; faults: string[] } | string {
  const parts = new Set<string>()
  const faults: string[] = []
  const forms = {
    cardinal: new Intl.PluralRules(language).resolvedOptions().pluralCategories,
    ordinal: new Intl.PluralRules(language, { type: 'ordinal' }).resolvedOptions().pluralCategories,
  }
  function look(elements: MessageFormatElement[]): void {
    for (const element of elements) {
      if (element.type === TYPE.argument || element.type === TYPE.number) parts.add(`{${element.value}}`)
      else if (element.type === TYPE.date || element.type === TYPE.time) parts.add(`{${element.value}, date}`)
      else if (element.type === TYPE.tag) {
        parts.add(`<${element.value}>`)
        look(element.children)
      } else if (element.type === TYPE.select || element.type === TYPE.plural) {
        parts.add(`{${element.value}}`)
        const names = Object.keys(element.options)
        if (element.type === TYPE.plural) {
          const known: string[] = forms[element.pluralType ?? 'cardinal']
          for (const name of names)
            if (!known.includes(name) && !name.startsWith('='))
              faults.push(`{${element.value}} has the form ${name}, which ${language} has not`)
        } else parts.add(`{${element.value}} = ${names.toSorted().join(' | ')}`)
        for (const { value } of Object.values(element.options)) look(value)
      }
    }
  }
  try {
    look(parse(message))
    return { parts, faults }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
