import type { Middleware } from 'koa'
import type { Http } from '../http/http.ts'
import { isFile, sessionCaller } from '../http/session/session.ts'
import type { Site } from '../site/site.ts'
import { firstSpoken, LANGUAGES, languageNamed, type Language } from './words.ts'

/** The choice of a person on this browser; pages set it themselves, for it is no secret. */
const LANGUAGE_COOKIE = 'language'
/** The same choice in an address, by which search engines know a page in one language: `/?lang=de`. The page remembers it. */
const LANGUAGE_PARAMETER = 'lang'

/**
 * The language of the answer: the member's own, else the one chosen on this browser, else what the browser asks for, else
 * the market's. Before the session has been read it is the visitor's.
 */
export function languageOf(http: Http): Language {
  return languageNamed(sessionCaller(http)?.language) ?? visitorsLanguage(http)
}

/** The same, whoever is signed in: what pages that visitors share are painted in. */
export const visitorsLanguage = (http: Http): Language => (http.state['language'] as Language | undefined) ?? 'en'

/** Finds out the language that each answer is given in, and says so in `Content-Language`. Files are the same in all. */
export function languages(site: Pick<Site, 'language'>): Middleware {
  return async (http, next) => {
    if (isFile(http.path)) {
      http.state['language'] = site.language
      await next()
      return
    }
    http.state['language'] = chosenHere(http) ?? askedFor(http) ?? site.language
    http.vary('Accept-Language, Cookie')
    try {
      await next()
    } finally {
      http.set('Content-Language', languageOf(http))
    }
  }
}

function chosenHere(http: Http): Language | null {
  return (
    firstSpoken([http.query[LANGUAGE_PARAMETER] ?? []].flat()) ??
    languageNamed(http.cookies.get(LANGUAGE_COOKIE, { signed: false }))
  )
}

/** The language that is asked for most. Who takes any language gets the market's. */
function askedFor(http: Http): Language | null {
  for (const tag of http.acceptsLanguages()) {
    const language = tag === '*' ? null : spokenFor(tag)
    if (tag === '*' || language) return language
  }
  return null
}

/** `de-AT` is served by `de`, and `pt` by `pt-BR`: a near language is better than a strange one. */
function spokenFor(tag: string): Language | null {
  const [spoken] = tag.toLowerCase().split('-')
  return languageNamed(tag) ?? LANGUAGES.find((language) => language.split('-')[0] === spoken) ?? null
}
