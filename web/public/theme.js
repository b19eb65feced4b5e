// Runs before the first paint, so that a dark page never flashes white and an introduction doesn't jump. The build
// puts it into the page itself; the Content-Security-Policy allows it there by its hash.
try {
  if (localStorage.getItem('theme') === 'dark') {
    document.documentElement.classList.add('dark')
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', '#101517')
  }
  const introduction = localStorage.getItem('introduction')
  if (introduction) document.documentElement.classList.add(introduction === 'hidden' ? 'intro-hidden' : 'intro-shown')
} catch {
  // Storage may be blocked; light is the default.
}
