import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { CATALOGUES } from '../../platform/language/catalogues.ts'

/** Every letter of English with a mark that English has not, upper case after lower. */
const MARKED = new Map(
  Array.from('abcdefghijklmnopqrstuvwxyz').flatMap((letter, index) => {
    const marked = 'áƀçðéƒğĥíĵķłɱñöþʠŕšŧüʋŵẋýž'[index] ?? letter
    return [[letter, marked] as const, [letter.toUpperCase(), marked.toUpperCase()] as const]
  }),
)
const LONGER_BY = 0.4

/**
 * An English message in the language that nobody speaks: each letter is marked, and words are longer by 40 %, as one that
 * is hard to fit would have them. Its values, tags and forms are those of the English one.
 */
export const pseudo = (message: string): string =>
  /[{<']/.test(message) ? printAST(parse(message).map(marked)) : markedText(message)

function marked(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: markedText(element.value) }
    case TYPE.tag:
      return { ...element, children: element.children.map(marked) }
    case TYPE.select:
    case TYPE.plural:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, { value }]) => [name, { value: value.map(marked) }]),
        ),
      }
    default:
      return element
  }
}

/** The first letters of a word stand twice, as many as it has to grow by. */
function markedText(text: string): string {
  let owed = 0
  return text.replaceAll(/[A-Za-z]+/g, (word) => {
    owed += word.length * LONGER_BY
    const doubled = Math.min(Math.round(owed), word.length)
    owed -= doubled
    return Array.from(word, (letter, index) => {
      const one = MARKED.get(letter) ?? letter
      return index < doubled ? one + one.toLowerCase() : one
    }).join('')
  })
}

/** From here on this process speaks it instead of Arabic, and so from right to left. */
export function speakPseudo(): void {
  const arabic = CATALOGUES.ar ?? {}
  for (const message of Object.keys(arabic)) arabic[message] = pseudo(message)
}
