import { BlockList, isIPv6 } from 'node:net'
import type { Http } from '../http.ts'

/**
 * Identifies who sent a request without signing in. Koa believes `X-Forwarded-For` for as many
 * hops as `TRUST_PROXY` says. An IPv6 host owns a whole /64, so that is what counts.
 */
export const clientAddress = (http: Http): string => prefix(http, 64)

/** The network that may be all in one hand: of IPv6 a /48, of IPv4 the address. */
export const clientNetwork = (http: Http): string => prefix(http, 48)

/** Addresses of machines behind a router or beside each other, a proxy of one's own among them. */
const NOT_PUBLIC = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NOT_PUBLIC.addSubnet(address, bits)
NOT_PUBLIC.addAddress('::1', 'ipv6')
NOT_PUBLIC.addSubnet('fc00::', 7, 'ipv6')
NOT_PUBLIC.addSubnet('fe80::', 10, 'ipv6')

/** The network that the request came from over the internet, of IPv6 a /48, of IPv4 a /24; null for an address that is not public. */
export function publicNetwork(http: Http): string | null {
  const ip = http.ip.replace(/^::ffff:/i, '')
  if (NOT_PUBLIC.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return null
  return isIPv6(ip) ? clientNetwork(http) : `${ip.split('.').slice(0, 3).join('.')}.0/24`
}

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
