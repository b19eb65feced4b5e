/** This browser's local storage. It can be full or blocked: then nothing is stored, and the page still works. */
export const browserStore = storeIn(() => localStorage)

/** The same for this tab alone, until it is closed. */
export const tabStore = storeIn(() => sessionStorage)

/** Where storage is blocked, even naming it throws. */
function storeIn(storage: () => Storage) {
  return {
    read: (key: string): string | null => attempt(() => storage().getItem(key)) ?? null,
    write: (key: string, text: string): void => attempt(() => storage().setItem(key, text)),
    remove: (key: string): void => attempt(() => storage().removeItem(key)),
    keepOnly: (isKept: (key: string) => boolean): void =>
      attempt(() => {
        for (const key of Object.keys(storage())) if (!isKept(key)) storage().removeItem(key)
      }),
  }
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
