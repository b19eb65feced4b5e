/** What this browser keeps. Its store can be full or forbidden: then nothing is kept, and the page goes on. */
export const browserStore = {
  read: (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null,
  write: (key: string, text: string): void => attempt(() => localStorage.setItem(key, text)),
  remove: (key: string): void => attempt(() => localStorage.removeItem(key)),
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
