import './styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { routeOf } from './router.tsx'

const root = document.getElementById('root') as HTMLElement
const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as Record<string, unknown>
await routeOf(location.pathname).preload()

const site = (
  <StrictMode>
    <BrowserRouter>
      <App data={data} />
    </BrowserRouter>
  </StrictMode>
)
if (root.firstElementChild) hydrateRoot(root, site)
else createRoot(root).render(site)
