// Runs before the first paint, so that a dark page never flashes white and a hidden introduction never shows. The build
// puts it into the page itself; the Content-Security-Policy allows it there by its hash.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.classList.add('dark')
  if (localStorage.getItem('introduction') === 'hidden') document.documentElement.classList.add('intro-hidden')
} catch {
  // Storage may be blocked; light is the default.
}
