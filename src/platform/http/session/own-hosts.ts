import type { Middleware } from 'koa'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../language/words.ts'

/** Whether a host name or an address is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/**
 * Where codes show on screen, only this machine and `PUBLIC_URL` may be asked for: another site whose name has been
 * pointed at this machine would read them (DNS rebinding).
 */
export function ownHosts(config: Config): Middleware {
  const own = new URL(config.publicUrl).hostname
  return async (http, next) => {
    const host = hostOf(http.req.headers.host ?? '')
    if (config.sandboxAllowed && host !== own && !isLoopback(host)) {
      throw new AppError(
        'MISDIRECTED',
        421,
        say('This site is not at this address. Open {address}', { address: config.publicUrl }),
      )
    }
    await next()
  }
}

/** Without the port. What a proxy says of it is not asked: a page can say the same. */
const hostOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')
