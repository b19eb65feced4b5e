import { isIPv6 } from 'node:net'
import type { Http } from '../http.ts'

/**
 * Identifies who sent a request without signing in. Koa believes `X-Forwarded-For` for as many
 * hops as `TRUST_PROXY` says. An IPv6 host owns a whole /64, so that is what counts.
 */
export const clientAddress = (http: Http): string => prefix(http, 64)

/** The network that may be all in one hand: of IPv6 a /48, of IPv4 the address. */
export const clientNetwork = (http: Http): string => prefix(http, 48)

function prefix(http: Http, bits: number): string {
  const ip = http.ip.replace(/^::ffff:/i, '')
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(8 - groups.length - rest.length, 0)).fill('0'), ...rest)
  }
  return `${groups.slice(0, bits / 16).join(':')}::/${bits}`
}
