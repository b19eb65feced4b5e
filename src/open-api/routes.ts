import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import type { Api } from '../platform/http/api.ts'
import { getOpenApi } from './contract.ts'
import { describeApi, type OpenApi } from './document.ts'
import { renderReference } from './reference.ts'

/** The API describes itself: for programs, and for people. @param dist folder of the built site, for its styles */
export function openApiRoutes(api: Api, config: Config, dist: string): void {
  let document: OpenApi | undefined
  const describe = () => (document ??= describeApi(api.endpoints, config.publicUrl))
  const styles = stylesOf(join(dist, 'client', 'assets'))

  api.on(getOpenApi, () => Promise.resolve({ ...describe() }))
  api.router.get('/api/docs', (http) => {
    http.type = 'html'
    http.body = renderReference(describe(), styles)
  })
}

/** Addresses of the site's style sheets, whose names carry a hash. */
function stylesOf(assets: string): string[] {
  const names = existsSync(assets) ? readdirSync(assets) : []
  return names.filter((name) => name.endsWith('.css')).map((name) => `/assets/${name}`)
}
