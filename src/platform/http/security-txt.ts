import type { Middleware } from 'koa'
import { DAY_MS } from '../durations.ts'
import type { Context } from '../context.ts'

const YEAR_MS = 365 * DAY_MS

/** `/.well-known/security.txt` (RFC 9116): whom to tell of a weakness, at the address that the site's mails come from. */
export function securityTxt({ config, clock }: Context): Middleware {
  const [contact = ''] = /[^\s<>]+@[^\s<>]+/.exec(config.MAIL_FROM) ?? []
  return async (http, next) => {
    if (http.path !== '/.well-known/security.txt') {
      await next()
      return
    }
    http.type = 'text/plain'
    http.set('Cache-Control', 'public, max-age=86400')
    http.body = [
      `Contact: mailto:${contact}`,
      `Expires: ${new Date(clock.now().getTime() + YEAR_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n')
  }
}
