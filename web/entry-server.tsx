import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from './lib/navigation.tsx'
import type { Language } from '../src/platform/language/words.ts'
import { App } from './app.tsx'
import { renderHead } from './frame/render-head.ts'
import { type Head, HeadCollector } from './lib/head.tsx'
import { setPageLook, siteName } from './lib/look.ts'
import type { Site } from '../src/modules/identity/contract.ts'
import { withoutLanguage } from './lib/language/language.ts'
import { setPageLanguage } from './lib/language/sentence.ts'
import { routeOf } from './router.tsx'

export { dataPaths, keptAddress } from './frame/data-paths.ts'

export interface Rendered {
  /** 404 for an unknown page or item. */
  status: number
  /** Goes to `<!--head-->` of the template. */
  head: string
  /** Goes to `<!--html-->`. */
  html: string
  /** Goes to `<!--data-->`: the same data for the browser, as a script element of type `application/json`. */
  data: string
}

interface Options {
  /**
   * The page's data, by API path: the JSON that this path answers (`null` under `/api/auth/user` for a visitor). A list
   * page of `/api/items?…` is `{items, total, next}`. What is missing is fetched by the browser.
   */
  data: Record<string, unknown>
  /** English where it is left out. */
  language?: Language
  /** Origin for absolute addresses in link previews. */
  origin?: string
}

/** Paints `url` (path and query). The browser hydrates the same markup from the same data. */
export async function render(url: string, { data, language = 'en', origin = '' }: Options): Promise<Rendered> {
  const address = withoutLanguage(url)
  const { pathname } = new URL(address, 'http://site')
  const route = routeOf(pathname)
  await route.preload()
  setPageLanguage(language)
  const site = data['/api/site'] as Site | undefined
  setPageLook(site)
  let head: Head = { title: siteName() }
  const markup = renderToString(
    <StrictMode>
      <HeadCollector value={(collected) => (head = collected)}>
        <StaticRouter location={address}>
          <App data={data} />
        </StaticRouter>
      </HeadCollector>
    </StrictMode>,
  )
  // React puts the preloads of eager pictures before the markup; in the head they are found sooner.
  const [, preloads = '', html = ''] = /^((?:<link [^>]*>)*)(.*)$/s.exec(markup) ?? []
  return {
    status: head.status ?? 200,
    head:
      renderHead(head, {
        file: route.file,
        address: origin + canonical(pathname),
        origin,
        // Search engines are visitors.
        site: data['/api/auth/user'] ? undefined : site,
      }) + preloads,
    html,
    data: embed(data),
  }
}

/** The canonical path for search engines: the router accepts any case and a trailing slash. */
function canonical(pathname: string): string {
  return pathname.toLowerCase().replace(/(?!^)\/+$/, '')
}

/** `<` is escaped, so that no text in the data can end the element. */
function embed(data: Record<string, unknown>): string {
  return `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
