/** This browser's local storage. It can be full or blocked: then nothing is stored, and the page still works. */
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
