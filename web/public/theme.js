// Runs before the first paint, so that a dark page never flashes white. A file of its own because the
// Content-Security-Policy forbids inline scripts.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Storage may be blocked; light is the default.
}
