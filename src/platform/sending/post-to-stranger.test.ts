import dns from 'node:dns'
import { expect, test, vi } from 'vitest'
import { isPublicAddress, isStrangerUrl, postToStranger } from './post-to-stranger.ts'

test('a name that leads into our own network is not followed, whatever it has led to before', async () => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: unknown,
    answer: (...found: unknown[]) => void,
  ) => {
    answer(null, [
      { address: '10.0.0.7', family: 4 },
      { address: '::1', family: 6 },
    ])
  }) as never)
  await expect(postToStranger('https://rebound.example/1', { headers: {}, body: Buffer.from('x') })).rejects.toThrow(
    'rebound.example is not in the public internet',
  )
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'not an address',
])('%s is not in the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '2a00:1450:4001::200e', '2606:4700::1111'])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  'http://push.example/1',
  'https://push.example:8443/1',
  'https://me:secret@push.example/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://0x7f.1/1',
  'https://[::1]/1',
  'https://[fd00::1]/1',
  'https://localhost/1',
  'https://localhost./1',
  'https://market.localhost/1',
  'https://printer.local/1',
  'https://metadata.google.internal/1',
  'https://postgres/1',
  'file:///etc/passwd',
  'nonsense',
])('%s is no address of a stranger', async (url) => {
  expect(isStrangerUrl(url)).toBe(false)
  await expect(postToStranger(url, { headers: {}, body: Buffer.from('x') })).rejects.toThrow(
    'not an address in the public internet',
  )
})

test.each(['https://fcm.googleapis.com/fcm/send/1', 'https://xn--bcher-kva.example/1?a=b'])('%s is one', (url) => {
  expect(isStrangerUrl(url)).toBe(true)
})
