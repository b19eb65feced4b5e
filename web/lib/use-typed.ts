import { type Dispatch, type SetStateAction, useState } from 'react'

/**
 * Keeps what is typed into a form, by field. A field starts anew when its saved value changes (by this form, elsewhere, or by
 * Undo), unless something else has been typed into it meanwhile.
 */
export function useTyped<T extends object>(saved: T): [T, Dispatch<SetStateAction<T>>] {
  const [typed, setTyped] = useState(saved)
  const [known, setKnown] = useState(saved)
  const fields = Object.keys(saved) as (keyof T)[]
  if (fields.some((field) => known[field] !== saved[field])) {
    setKnown(saved)
    setTyped({
      ...typed,
      ...Object.fromEntries(
        fields.filter((field) => typed[field] === known[field]).map((field) => [field, saved[field]]),
      ),
    })
  }
  return [typed, setTyped]
}
