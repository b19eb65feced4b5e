import type { RefCallback } from 'react'

const HEADINGS = 'h1,h2,h3,h4'
/** Controls, and the headings that say where one is: the focus may be put on each. */
const LANDINGS = `a,button,input,select,textarea,summary,[tabindex],${HEADINGS}`

/** Where a part is that the keyboard is in: the range stays there when the part goes. Nothing where the focus isn't seen. */
export function placeOfFocus(part: Element | null): Range | undefined {
  const { activeElement } = document
  if (!activeElement?.matches(':focus-visible') || !part?.contains(activeElement)) return undefined
  const place = new Range()
  place.selectNode(part)
  return place
}

/**
 * The ref of what may vanish under the focus, such as a button by its own press: what comes next takes the focus, which
 * else would fall out of the page. Whoever knows better where it belongs moves it in the same moment, and comes first.
 */
export const keepFocus: RefCallback<Element> = (part) => () => {
  const place = placeOfFocus(part)
  if (place) setTimeout(() => focusNear(place))
}

/**
 * Where the focus has fallen out of the page, puts it on what follows the place, or else on what is before it, in the
 * smallest part around it that has either. Not where the whole page is gone: the next one has a heading for that.
 */
export function focusNear(place: Range): void {
  let level = place.commonAncestorContainer as HTMLElement | null
  while (document.activeElement === document.body && level?.parentElement?.closest('main')) {
    const all = [level, ...level.querySelectorAll<HTMLElement>(LANDINGS)]
    if (!all.some((one) => place.comparePoint(one, 0) >= 0 && land(one))) all.findLast(land)
    level = level.parentElement
  }
}

function land(on: HTMLElement): boolean {
  if (on.matches(HEADINGS)) on.tabIndex = -1
  on.focus({ preventScroll: true })
  return document.activeElement === on
}

/**
 * Moves the focus after an answer, for which somebody need not have waited: not where they have gone on to something else.
 * @param pressed what had the focus when they asked, if it may still have it
 */
export function moveFocus(to: HTMLElement | null, pressed: Element | null = null): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement === pressed) to?.focus()
}
