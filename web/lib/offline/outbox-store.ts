/** An entry waits for the connection on this device. Pages write it, and the service worker sends it, in order. */
export interface Waiting {
  /** Its place in the order, given by the store. */
  seq?: number
  /** The member in whose name it goes out, or not at all. Empty where it needs none. */
  memberId: string
  kind: 'message' | 'confirmation' | 'sign-out'
  path: string
  /** JSON that can be sent again: the server does it once. Without one it is a `GET`. */
  body?: string
  /** The conversation or the purchase; empty for a conversation that it begins. */
  about: string
  /** ISO 8601. */
  createdAt: string
  /** The reason for which the server refused it. */
  refusal?: string
}

/** A photo until it is part of a listing's form. */
export interface KeptPhoto {
  seq?: number
  /** Empty until somebody is signed in. */
  memberId: string
  route: 'POST /api/upload' | 'POST /api/upload-batch'
  file: File
  /** From another app, or from a page that claims to be one: nothing is sent before a tap. */
  shared?: boolean
  /** Once it has been sent: where it is, and since when, in ms since 1970. */
  sent?: { url: string; at: number }
}

interface Stores {
  outbox: Waiting
  photos: KeptPhoto
}

export const STORES = ['outbox', 'photos'] as const
/** Tells pages that an entry of the outbox has gone out or been refused. */
export const CHANNEL = 'outbox'

/** @throws DOMException where the browser keeps nothing */
async function inStore<T>(name: keyof Stores, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, 'readwrite')
      const request = use(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('nothing was kept'))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('device', 1)
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name, { keyPath: 'seq', autoIncrement: true })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('nothing can be kept'))
  })
}

/** In their order. */
export const allIn = <N extends keyof Stores>(name: N): Promise<(Stores[N] & { seq: number })[]> =>
  inStore(name, (store) => store.getAll() as IDBRequest<(Stores[N] & { seq: number })[]>)

export const put = <N extends keyof Stores>(name: N, entry: Stores[N]): Promise<unknown> =>
  inStore(name, (store) => store.put(entry))

/** An entry that was removed meanwhile stays away. */
export const update = <N extends keyof Stores>(name: N, entry: Stores[N] & { seq: number }): Promise<unknown> =>
  inStore(name, (store) => {
    const found = store.get(entry.seq)
    found.onsuccess = () => {
      if (found.result !== undefined) store.put(entry)
    }
    return found
  })

export const remove = (name: keyof Stores, seq: number): Promise<unknown> => inStore(name, (store) => store.delete(seq))
