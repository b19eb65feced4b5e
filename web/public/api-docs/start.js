// A file of its own because the Content-Security-Policy allows no inline script.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark-mode')
} catch {
  // Storage may be blocked; light is the default.
}
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  // The badge would send the document's address to swagger.io.
  validatorUrl: null,
})
