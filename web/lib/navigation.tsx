import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

/** An address of this site: a path, or what follows it, beginning with `?` or `#`. */
type To = string

interface Place {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** With its `#`, or empty. */
  hash: string
  /** The state that its link gave it. */
  state: unknown
  /** The same for an entry of the history whenever it is shown. */
  key: string
  /** Whether it was gone to, or back or forward to, or is where the visit began. */
  arrival: 'went' | 'returned'
}

interface Options {
  /** Takes the place of the entry before in the history. */
  replace?: boolean | undefined
  state?: unknown
}

type Navigate = (to: To, options?: Options) => void

const Here = createContext<{ place: Place; navigate: Navigate } | null>(null)
const Params = createContext<Record<string, string>>({})

function useHere() {
  const here = use(Here)
  if (!here) throw new Error('nothing says where this is')
  return here
}

export const useLocation = (): Place => useHere().place
export const useNavigate = (): Navigate => useHere().navigate
/** The parameters of the page's path, by name. */
export const useParams = (): Record<string, string> => use(Params)

export function useSearchParams(): [
  URLSearchParams,
  (query: URLSearchParams | Record<string, string>, options?: Options) => void,
] {
  const { place, navigate } = useHere()
  const query = useMemo(() => new URLSearchParams(place.search), [place.search])
  const setQuery = useCallback(
    (next: URLSearchParams | Record<string, string>, options?: Options) =>
      navigate(`?${String(new URLSearchParams(next))}`, options),
    [navigate],
  )
  return [query, setQuery]
}

/** The parameters of a path that is as the pattern says, like `/item/:id`; null for any other. */
export function paramsIn(pattern: string, pathname: string): Record<string, string> | null {
  const names = Array.from(pattern.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const found = new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)')}/?$`, 'i').exec(pathname)
  return found && Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')]))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The parameters of the page for what is inside. */
export const WithParams = ({ params, children }: { params: Record<string, string>; children: ReactNode }) => (
  <Params value={params}>{children}</Params>
)

const GIVE_UP_MS = 10_000

/** Work that waits for the browser to take a step through the history; undefined while no step is pending. */
let afterwards: (() => void)[] | undefined

/** Browsers take a step a moment later: what is added to the history until then would be stepped off again. */
export function step(by: 1 | -1): void {
  if (afterwards) return
  const own: (() => void)[] = []
  afterwards = own
  window.addEventListener('popstate', finishStep, { once: true })
  // A browser may drop the step: links must not stay dead.
  setTimeout(() => afterwards === own && finishStep(), GIVE_UP_MS)
  history.go(by)
}

export function finishStep(): void {
  const works = afterwards ?? []
  afterwards = undefined
  for (const work of works) work()
}

/** Does the work at once, unless a step is pending. */
export function afterStep(work: () => void): void {
  if (afterwards) afterwards.push(work)
  else work()
}

/** Follows the browser's address. The page that is there stays until the next one can be shown. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeNow('returned'))
  // In the commit: an effect later could miss what is pressed first.
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setPlace(placeNow('returned')))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const here = useMemo(() => {
    const navigate: Navigate = (to, { replace = false, state } = {}) =>
      afterStep(() => {
        const { pathname, search, hash } = new URL(to, location.href)
        // Over plain HTTP in a home network browsers have no `crypto.randomUUID`.
        const entry = { key: Math.random().toString(36).slice(2), state }
        history[replace ? 'replaceState' : 'pushState'](entry, '', pathname + search + hash)
        startTransition(() => setPlace(placeNow('went')))
      })
    return { place, navigate }
  }, [place])
  return <Here value={here}>{children}</Here>
}

function placeNow(arrival: Place['arrival']): Place {
  const { pathname, search, hash } = location
  const entry = history.state as { key?: string; state?: unknown } | null
  return { pathname, search, hash, state: entry?.state, key: entry?.key ?? 'first', arrival }
}

/** Stays where it is, as on the server. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(location, 'http://site')
  const place: Place = { pathname, search, hash, state: undefined, key: 'first', arrival: 'returned' }
  return <Here value={{ place, navigate: () => {} }}>{children}</Here>
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Options {
  to: To
}

/** A link to a page of this site, which is shown without loading the site anew. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { place, navigate } = useHere()
  const href = /^[?#]|^$/.test(to) ? place.pathname + to : to
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || rest.target !== undefined
    if (event.defaultPrevented || event.button !== 0 || isElsewhere) return
    event.preventDefault()
    const isHere = href === place.pathname + place.search + place.hash
    navigate(href, { replace: replace ?? isHere, state })
  }
  return <a {...rest} href={href} onClick={follow} />
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: string | ((link: { isActive: boolean }) => string)
  /** Not current where a page below it is shown. */
  end?: boolean
}

/** A link that says when its page, or one below, is the one shown. */
export function NavLink({ end = false, className, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase()
  const [own = ''] = rest.to.toLowerCase().split(/[?#]/)
  const isActive = pathname === own || (!end && pathname.startsWith(`${own}/`))
  return (
    <Link
      {...rest}
      aria-current={isActive ? 'page' : undefined}
      className={typeof className === 'string' ? className : className({ isActive })}
    />
  )
}
