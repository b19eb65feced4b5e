/** Words that say nothing about what a thing is. */
const SMALL = new Set(
  'a an and as at by for from in is it its of on or our s the to with y o de la el en con para un una des le les du et pour un une der die das mit und von im em e os as na com al'.split(
    ' ',
  ),
)

/** Marks of letters, and signs that nobody sees. */
const MARKS = /[\p{M}\p{Cf}]/gu

/** Arabic letters that are written in several ways. */
const SAME = new Map([
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['ک', 'ك'],
  ['ی', 'ي'],
  ['ٱ', 'ا'],
])
/** The Arabic article, with what is written before it. */
const ARTICLE = /^(?:[وبكف]?ال|لل)(?=\p{L}{3})/u

/** Lower case, without accents, marks and stretching strokes. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/['’`\u0640]/g, '')
    .replace(/[ىةکیٱ]/g, (letter) => SAME.get(letter) ?? letter)

/** The words of a text, plain and in the singular where that is an s less; small words are left out. */
export function readWords(text: string): string[] {
  return (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    SMALL.has(word) || (word.length === 1 && !/\d/.test(word)) ? [] : [singular(word.replace(ARTICLE, ''))],
  )
}

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

/** The words about one thing stand in one sentence. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<!\bexp)[.!?;\n]+(?=\s|$)/i).filter((part) => part.trim() !== '')

/** Everything that may be a model number: letters and digits, at least one of them a digit, without what separates them. */
export function readModels(text: string): string[] {
  return (text.normalize('NFKC').match(/[\p{L}\p{N}][\p{L}\p{N}./-]*/gu) ?? []).flatMap((token) => {
    const model = asModel(token)
    return model.length >= 4 && /\d/.test(model) ? [model] : []
  })
}

export const asModel = (token: string): string => token.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
