import { isIPv6 } from 'node:net'
import type { Http } from './http.ts'

/**
 * Identifies who sent a request without signing in. Koa believes `X-Forwarded-For` for as many
 * hops as `TRUST_PROXY` says. An IPv6 neighbour owns a whole /64, so that is what counts.
 */
export function clientAddress(http: Http): string {
  const ip = http.ip.replace(/^::ffff:/i, '')
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(8 - groups.length - rest.length, 0)).fill('0'), ...rest)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
