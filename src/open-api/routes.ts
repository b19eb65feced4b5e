import type { Config } from '../platform/config.ts'
import type { Api } from '../platform/http/api.ts'
import { getOpenApi } from './contract.ts'
import { describeApi, type OpenApi } from './document.ts'
import { paintReference } from './reference.ts'

/** The API describes itself: as an OpenAPI document, and as a page that shows it. */
export function openApiRoutes(api: Api, config: Config): void {
  let document: OpenApi | undefined
  // Not sooner: only then are all endpoints there.
  const describe = () => (document ??= describeApi(api.endpoints, config.publicUrl))
  api.on(getOpenApi, () => Promise.resolve({ ...describe() }))

  api.router.get('/api/docs', (http) => {
    const { call, filter } = http.query
    http.type = 'html'
    http.body = paintReference(describe(), { call: String(call ?? ''), filter: String(filter ?? '') })
  })
}
