// Runs before the first paint, so that a dark page never flashes white and a hidden introduction never shows. A file of
// its own because the Content-Security-Policy forbids inline scripts.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
  if (localStorage.getItem('introduction') === 'hidden') document.documentElement.classList.add('intro-hidden')
} catch {
  // Storage may be blocked; light is the default.
}
