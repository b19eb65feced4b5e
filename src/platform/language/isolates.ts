/** An address or a code is to be copied, or opened: nothing stands around it. */
const AS_IT_IS = /^(?:address|code|url)$/
/** A value with a sign of its own, as in `+{tokens}` and `{percent}%`, is a number. */
const VALUE = /(?<!\+)\{(\w+)\}(?!%)/g

/**
 * An ICU message in which each value keeps to itself, between the isolates of Unicode: where one reads from right to left, a
 * Latin name or title would draw the signs and numbers beside it to its own other side.
 */
export const withIsolates = (message: string): string =>
  message.replaceAll(VALUE, (value, name: string) => (AS_IT_IS.test(name) ? value : isolated(value)))

export const isolated = (text: string): string => `\u2068${text}\u2069`

/** The same for what is no screen: a spreadsheet or a terminal. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
