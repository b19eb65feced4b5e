import { mutate } from 'swr'

/** Reads everything anew that starts with one of these API paths: what is on screen at once, the rest when it is shown. */
export async function refresh(...paths: string[]): Promise<void> {
  await mutate((key) => typeof key === 'string' && paths.some((path) => key.replace('$inf$', '').startsWith(path)))
}
