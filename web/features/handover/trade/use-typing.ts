import { useEffect, useState } from 'react'

/** A small screen that gets a keyboard on it. */
const PHONE = '(width < 48rem) and (pointer: coarse)'

const isIn = (element: unknown, where: string) => element instanceof Element && element.closest(where) !== null

/** Whether a message is being written on a phone, where the keyboard leaves little room, and how to say otherwise. */
export function useTyping() {
  const state = useState(false)
  const [, setTyping] = state
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (isIn(target, '[data-composer]') && window.matchMedia(PHONE).matches) setTyping(true)
    }
    // After the tap that took the focus: nothing moves from under the finger. A tap on the card is answered by the card.
    const onBlur = () =>
      setTimeout(() => {
        if (!isIn(document.activeElement, '[data-composer], [data-pinned]')) setTyping(false)
      })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [setTyping])
  return state
}
