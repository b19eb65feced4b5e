import { fileURLToPath } from 'node:url'
import send from 'koa-send'
import type { Config } from '../platform/config.ts'
import type { Api } from '../platform/http/api.ts'
import { getOpenApi } from './contract.ts'
import { describeApi, type OpenApi } from './document.ts'

const SWAGGER_UI = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))

/** Everything comes from this site: `start.js` and `page.css` are in web/public. */
const REFERENCE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outgrown API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
<link rel="stylesheet" href="/api-docs/page.css">
<script defer src="/api-docs/swagger-ui-bundle.js"></script>
<script defer src="/api-docs/start.js"></script>
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. The document it shows: <a href="/api/openapi.json">openapi.json</a></p></noscript>
</body>
</html>
`

/** The API describes itself: as an OpenAPI document, and as a page (Swagger UI) that shows it. */
export function openApiRoutes(api: Api, config: Config): void {
  let document: OpenApi | undefined
  api.on(getOpenApi, () => Promise.resolve({ ...(document ??= describeApi(api.endpoints, config.publicUrl)) }))

  api.router.get('/api/docs', (http) => {
    http.type = 'html'
    http.body = REFERENCE
  })
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    api.router.get(`/api-docs/${file}`, async (http) => {
      await send(http, file, {
        root: SWAGGER_UI,
        setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
      })
      if (http.fresh) http.status = 304
    })
  }
}
