import type { Context } from '../platform/context.ts'
import type { Api } from '../platform/http/api.ts'
import { getOpenApi } from './contract.ts'
import { describeApi, type OpenApi } from './document.ts'
import { paintReference } from './reference.ts'

/** The API describes itself: as an OpenAPI document, and as a page that shows it. */
export function openApiRoutes(api: Api, { config, site }: Context): void {
  let document: OpenApi | undefined
  const describe = () => {
    // Not sooner: only then are all endpoints there.
    document ??= describeApi(api.endpoints, config.publicUrl)
    // The market may change its name while it runs.
    return { ...document, info: { ...document.info, title: site.name } }
  }
  api.on(getOpenApi, () => Promise.resolve(describe()))

  api.router.get('/api/docs', (http) => {
    const { call, filter } = http.query
    http.type = 'html'
    http.body = paintReference(describe(), { call: String(call ?? ''), filter: String(filter ?? '') })
  })
}
