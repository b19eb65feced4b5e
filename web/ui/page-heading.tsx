import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../lib/navigation.tsx'

let handledPath: string | undefined

/**
 * The h1 of a page. After a navigation inside the site it takes the focus, so that screen readers announce the page and
 * the keyboard starts there; the first page of a visit leaves the focus alone.
 */
export function PageHeading({
  className = 'text-2xl font-extrabold',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Other effects come after the pages have given way to each other: by then the reader may be elsewhere.
  useLayoutEffect(() => {
    if (handledPath !== undefined && handledPath !== pathname) heading.current?.focus({ preventScroll: true })
    handledPath = pathname
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
