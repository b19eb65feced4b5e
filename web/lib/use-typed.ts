import { type Dispatch, type SetStateAction, useState } from 'react'

/** Keeps what is typed into an input. It starts anew whenever the saved value changes: by this form, by somebody else, or by Undo. */
export function useTyped<T extends string | boolean>(saved: T): [T, Dispatch<SetStateAction<T>>] {
  const [typed, setTyped] = useState(saved)
  const [known, setKnown] = useState(saved)
  if (known !== saved) {
    setKnown(saved)
    setTyped(saved)
  }
  return [typed, setTyped]
}
