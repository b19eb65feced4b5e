import type { HelpConfiguration, OutputConfiguration } from 'commander'
import { inTerminal } from '../src/platform/language/terminal.ts'
import { type Said, say, words } from '../src/platform/language/words.ts'

/** The text of a command's help that stands after its options. */
export const inHelp = (text: string): string => `\n${inTerminal(text)}\n`

/** Commander's own headings and words. */
const OWN: string[] = [
  words('Usage:'),
  words('Arguments:'),
  words('Options:'),
  words('Commands:'),
  words('[options]'),
  words('[command]'),
  words('display help for command'),
]

const ownInTerminal = (text: string) => (OWN.includes(text) ? inTerminal(text) : text)

/** Help in the terminal's language: descriptions are messages, and so is what commander itself says. */
export const HELP_IN_TERMINAL: HelpConfiguration = {
  styleTitle: ownInTerminal,
  styleOptionText: ownInTerminal,
  styleSubcommandText: ownInTerminal,
  styleArgumentText: ownInTerminal,
  commandDescription: (command) => inTerminal(command.description()),
  subcommandDescription: (command) => inTerminal(command.description()),
  argumentDescription: ({ description }) => inTerminal(description),
  optionDescription: ({ description, defaultValue }) =>
    inTerminal(
      defaultValue === undefined
        ? description
        : say('{what} (default: {value})', { what: { message: description }, value: String(defaultValue) }),
    ),
}

/** The sentences in which commander refuses, each line by itself. */
const REFUSALS: [RegExp, (first: string, second: string, third: string, fourth: string) => Said][] = [
  [/^error: unknown command '(.*)'$/, (name) => say("error: unknown command ''{name}''", { name })],
  [/^error: unknown option '(.*)'$/, (name) => say("error: unknown option ''{name}''", { name })],
  [/^\(Did you mean (?:one of )?(.*)\?\)$/, (names) => say('(Did you mean {names}?)', { names })],
  [/^error: missing required argument '(.*)'$/, (name) => say("error: missing required argument ''{name}''", { name })],
  [/^error: option '(.*)' argument missing$/, (name) => say("error: option ''{name}'' argument missing", { name })],
  [
    /^error: option '(.*)' argument '(.*)' is invalid\. (.*)$/,
    (name, given, why) => say("error: option ''{name}'' argument ''{given}'' is invalid. {why}", { name, given, why }),
  ],
  [
    /^error: option '(.*)' cannot be used with option '(.*)'$/,
    (name, other) => say("error: option ''{name}'' cannot be used with option ''{other}''", { name, other }),
  ],
  [
    /^error: too many arguments for '(.*)'\. Expected (\d+) arguments? but got (\d+): (.*)\.$/,
    (name, expected, received, given) =>
      say(
        "error: too many arguments for ''{name}''. Expected {expected, plural, one {# argument} other {# arguments}} but got {received}: {given}.",
        { name, expected: Number(expected), received, given },
      ),
  ],
]

export const REFUSALS_IN_TERMINAL: OutputConfiguration = {
  outputError: (text, write) => write(text.split('\n').map(refusalInTerminal).join('\n')),
}

function refusalInTerminal(line: string): string {
  for (const [pattern, said] of REFUSALS) {
    const [, ...parts] = pattern.exec(line) ?? []
    if (parts.length > 0) {
      const [first = '', second = '', third = '', fourth = ''] = parts
      return inTerminal(said(first, second, third, fourth))
    }
  }
  return line
}
