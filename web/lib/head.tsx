import { createContext, useContext, useEffect } from 'react'
import { t } from './t.ts'

/** A page's metadata for the tab, search engines and link previews. */
export interface Head {
  title: string
  description?: string
  /** Path of a picture on this site. */
  image?: string
  /** Path of an Atom feed of what the page lists. */
  feed?: string
  /** `website` if left out. */
  type?: 'product'
  /** schema.org data; addresses in it are absolute and begin with `origin`. */
  jsonLd?: (origin: string) => Record<string, unknown>
  /** HTTP status when the server paints the page, 200 if left out. */
  status?: number
}

/** On the server, collects the head of the page being rendered. */
export const HeadCollector = createContext<((head: Head) => void) | null>(null)

/** What the market is called, in every language. */
export const SITE = 'Outgrown'

export function documentTitle(title: string): string {
  return title === SITE ? `${SITE} · ${t('Share locally, save globally')}` : `${title} · ${SITE}`
}

export function PageHead(head: Head) {
  const collect = useContext(HeadCollector)
  collect?.(head)
  useEffect(() => {
    document.title = documentTitle(head.title)
  }, [head.title])
  return null
}
