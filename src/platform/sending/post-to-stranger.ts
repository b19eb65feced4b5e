import dns, { type LookupAddress } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { withDeadline } from '../process/deadline.ts'

/** Others wait behind it. */
const TIMEOUT_MS = 5_000

/** Networks that are not the public internet; of IPv6 all but 2000::/3 is none. */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
// Teredo, documentation and 6to4, which wrap addresses of version 4 or lead nowhere.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inside.addSubnet(network, bits, 'ipv6')
const outside = new BlockList()
outside.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inside.check(address, 'ipv4')
  return version === 6 && outside.check(address, 'ipv6') && !inside.check(address, 'ipv6')
}

/** Whether it is an https address with the name of a host, which need not exist, and neither port nor password. */
export function isStrangerUrl(given: string): boolean {
  const url = URL.parse(given)
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username + url.password === '' &&
    /\.[a-z][a-z0-9-]*$/.test(url.hostname) &&
    !/\.(localhost|local|internal|home\.arpa)$/.test(url.hostname)
  )
}

/** The address that the name has at the moment of connecting: looked up before, it could change in between. */
const lookUpPublic: LookupFunction = (hostname, options, answer) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (error ? [] : found).filter(({ address }) => isPublicAddress(address))
    const [first] = addresses
    const nowhere = error ?? new Error(`${hostname} is not in the public internet`)
    if (!first) answer(nowhere, [] as LookupAddress[])
    else if (options.all === true) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}

/**
 * POSTs to an address that somebody has given us, so that nothing in our own network can be reached. Redirects are not
 * followed, and what the answer holds is not read.
 * @returns its status
 * @throws Error when the address is not one of {@link isStrangerUrl}, leads into our network, or nobody answers in time
 */
export async function postToStranger(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<number> {
  if (!isStrangerUrl(url)) throw new Error('not an address in the public internet')
  return withDeadline(TIMEOUT_MS, (signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    request(url, { method: 'POST', headers, signal, agent: false, lookup: lookUpPublic }, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
      .on('error', reject)
      .end(body)
    return promise
  })
}
