import { createContext, useContext, useEffect } from 'react'
import { siteName, tagline } from './look.ts'

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

export function documentTitle(title: string): string {
  return title === siteName() ? `${siteName()} · ${tagline()}` : `${title} · ${siteName()}`
}

export function PageHead(head: Head) {
  const collect = useContext(HeadCollector)
  collect?.(head)
  useEffect(() => {
    document.title = documentTitle(head.title)
  }, [head.title])
  return null
}
