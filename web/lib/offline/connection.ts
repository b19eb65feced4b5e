import { words } from '../../../src/platform/language/words.ts'

export const CONNECTION_AWAY = words('We could not reach the server. Please check your connection and try again.')

/** On buttons that lead to a payment, while the connection is away. */
export const PAY_LATER = words("Can't pay offline")

/** Whether no answer came at all: this is how `fetch` and `import` fail. */
export const isConnectionAway = (error: unknown): boolean =>
  error instanceof TypeError && isAboutFetching(error.message)

/** In the words of Chromium, Firefox and Safari. */
const isAboutFetching = (message: string) => /fetch|NetworkError|Load failed|importing a module/i.test(message)
