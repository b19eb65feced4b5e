import { ValidationFailed } from '../../errors.ts'
import { words } from '../../language/words.ts'

/** Control characters but for tabs and ends of lines, halves of surrogate pairs, and what Unicode keeps for no character. */
const IN_NO_TEXT = /[^\P{Cc}\t\n\r]|[\p{Cs}\p{Noncharacter_Code_Point}]/u

/**
 * Refuses what is in no text: PostgreSQL can't hold some of it, no feed may have the rest, and nobody types any.
 * Walks without recursion, because the depth is the caller's.
 * @throws {ValidationFailed} naming where it stands
 */
export function refuseUnstorableText(value: unknown): void {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: part, path } = next
    if (typeof part === 'string') check(part, path)
    else if (typeof part === 'object' && part !== null) {
      for (const [key, inner] of Object.entries(part)) {
        check(key, path)
        // The path of a deeply nested value would cost more than it explains.
        open.push({ value: inner, path: path.length < 8 ? [...path, key] : path })
      }
    }
  }
}

function check(text: string, path: string[]): void {
  if (IN_NO_TEXT.test(text)) {
    throw new ValidationFailed([{ path, message: words("Contains a character that can't be stored") }])
  }
}
