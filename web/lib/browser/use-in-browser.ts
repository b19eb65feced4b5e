import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const unknown = () => undefined

/**
 * A value that only the browser knows, such as the reader's time zone: undefined in a page that the server paints, and
 * while React takes it over. Read anew each time that the component is rendered.
 */
export const useInBrowser = (read: () => string): string | undefined => useSyncExternalStore(never, read, unknown)
