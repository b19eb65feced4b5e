import './styles.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from './lib/navigation.tsx'
import { App } from './app.tsx'
import { rememberAddressed } from './lib/language/language.ts'
import { startWorker } from './lib/offline/offline.ts'
import { learnOwner } from './lib/offline/whose-device.ts'
import { routeOf } from './router.tsx'
// Every page leaves the entry of an overlay that was open before it was loaded.
import './ui/overlays/use-back-closes.ts'

declare global {
  interface Window {
    /** The last button pressed before the scripts loaded; see index.html. */
    earlyPress?: HTMLElement | null
  }
}

const root = document.getElementById('root') as HTMLElement
const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as Record<string, unknown>
await learnOwner(data)
rememberAddressed()
// Where it can't be had, the page says so itself.
await routeOf(location.pathname)
  .preload()
  .catch(() => undefined)

const site = (
  <StrictMode>
    <BrowserRouter>
      <App data={data} />
    </BrowserRouter>
  </StrictMode>
)
// In small steps between which the page scrolls and is pressed: a slow phone needs a third of a second for it.
if (root.firstElementChild) startTransition(() => void hydrateRoot(root, site))
else createRoot(root).render(site)

// From here on React itself replays early presses.
document.onclick = null
document.onsubmit = null
window.earlyPress?.click()

// Only now: the first page has needed the line and the processor for itself.
const start = () => void startWorker(data).catch(() => undefined)
if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
}
