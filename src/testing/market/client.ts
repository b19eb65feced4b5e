import type { User } from '../../modules/identity/contract.ts'

export interface Answer<Body> {
  status: number
  headers: Headers
  /** Parsed JSON, or the text of anything else. */
  body: Body
}

/** A browser of the API: keeps cookies, sends its own origin, speaks JSON. */
export class TestClient {
  readonly url: string
  readonly cookies = new Map<string, string>()
  #user: User | undefined

  constructor(url: string) {
    this.url = url
  }

  get user(): User {
    if (!this.#user) throw new Error('this client has not signed in')
    return this.#user
  }

  get<Body = Record<string, unknown>>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    return this.send<Body>('GET', path, undefined, init)
  }
  post<Body = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    init: RequestInit = {},
  ): Promise<Answer<Body>> {
    return this.send<Body>('POST', path, body, init)
  }
  put<Body = Record<string, unknown>>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    return this.send<Body>('PUT', path, undefined, init)
  }
  patch<Body = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    init: RequestInit = {},
  ): Promise<Answer<Body>> {
    return this.send<Body>('PATCH', path, body, init)
  }
  delete<Body = Record<string, unknown>>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    return this.send<Body>('DELETE', path, undefined, init)
  }

  async send<Body>(method: string, path: string, body: unknown, init: RequestInit = {}): Promise<Answer<Body>> {
    const headers = new Headers({ origin: new URL(this.url).origin })
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const form = body instanceof FormData
    if (body !== undefined && !form) headers.set('content-type', 'application/json')
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const payload =
      body === undefined ? {} : { body: form ? body : typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, ...payload, method, headers })
    this.#keepCookies(response)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as Body }
  }

  /** Signs in as that address with the code shown on screen; a new address becomes a member. */
  async signIn(member: { email: string; firstName?: string; lastName?: string; referralCode?: string }): Promise<this> {
    const { body } = await this.post<{ code: string }>('/api/auth/code', { email: member.email })
    const signedIn = await this.post<User>('/api/auth/session', { ...member, code: body.code })
    if (signedIn.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(signedIn.body)}`)
    this.#user = signedIn.body
    return this
  }

  /** The member as the server knows them now, balance included. */
  async refreshUser(): Promise<User> {
    this.#user = (await this.get<User>('/api/auth/user')).body
    return this.#user
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value.join('='))
    }
  }
}
