import { pageLanguage } from './sentence.ts'

/** A value that is made once for each language of a page, such as a format: making one takes longer than using it. */
export function perLanguage<Made>(make: (language: string) => Made): () => Made {
  const made = new Map<string, Made>()
  return () => {
    const language = pageLanguage()
    const one = made.get(language) ?? make(language)
    made.set(language, one)
    return one
  }
}
