import { expect, test } from 'vitest'
import { clientAddress, clientNetwork } from './client-address.ts'
import type { Http } from '../http.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, expected) => {
  expect(clientAddress({ ip } as Http)).toBe(expected)
})

test('a network is a /48, or one address of IPv4', () => {
  expect(clientNetwork({ ip: '2001:db8:1:2::6' } as Http)).toBe('2001:db8:1::/48')
  expect(clientNetwork({ ip: '203.0.113.9' } as Http)).toBe('203.0.113.9')
})
