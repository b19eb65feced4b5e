import { useEffect } from 'react'
import { firstSpoken, type Language } from '../../../src/platform/language/words.ts'
import { pageLanguage } from './sentence.ts'
import { useMember } from '../use-member.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The language in this browser from now on, signed in or not; the server reads it. */
function rememberLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `language=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}

const rememberedLanguage = () => /(?:^|; )language=([\w-]+)/.exec(document.cookie)?.[1]

/** Takes the language, by which search engines know pages (`/?lang=de`), out of an address. */
export const withoutLanguage = (url: string): string =>
  url.replace(/\?([^#]*)/, (_, query: string) => {
    const own = query.split('&').filter((part) => !part.startsWith('lang='))
    return own.length === 0 ? '' : `?${own.join('&')}`
  })

/** A visitor who comes by an address in one language is spoken to in it from then on; the address becomes the page's own. */
export function rememberAddressed(): void {
  const { pathname, search, hash } = location
  const own = withoutLanguage(search)
  if (own === search) return
  if (firstSpoken(new URLSearchParams(search).getAll('lang')) === pageLanguage()) {
    if (rememberedLanguage() !== pageLanguage()) void forgetKept()
    rememberLanguage(pageLanguage())
  }
  history.replaceState(history.state, '', pathname + own + hash)
}

/** Empties what is kept for times without reception: it was said in the language before. */
async function forgetKept(): Promise<void> {
  if (!('caches' in window)) return
  for (const name of await caches.keys()) if (name.startsWith('kept-')) await caches.delete(name)
}

/** Loads the page anew in that language. */
export async function speak(language: Language): Promise<void> {
  rememberLanguage(language)
  await forgetKept()
  const { search, hash } = location
  // By the address, the worker knows a page that it has to wait for, however slow: what it keeps is in the language before.
  history.replaceState(history.state, '', `?lang=${language}${search.replace('?', '&')}${hash}`)
  location.reload()
}

/** A member who signs in on a page in another language than their own is spoken to in their own from then on. */
export function useOwnLanguage(): void {
  const own = useMember()?.language
  useEffect(() => {
    // Without reception the page stays as it is, however often it is loaded.
    if (own && own !== pageLanguage() && own !== rememberedLanguage()) void speak(own)
  }, [own])
}
