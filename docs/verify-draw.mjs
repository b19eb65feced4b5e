// Replays a draw without us: node verify-draw.mjs FILE, where FILE is what GET /api/items/ID/draw answers after the draw.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

process.on('uncaughtException', ({ message }) => {
  console.error(`This is not a draw that has been drawn: ${message}`)
  process.exit(2)
})
const { byHand, seed, commitment, tickets, ticketsDigest, order } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
if (byHand === true) {
  console.log('Not drawn: its giver has chosen by hand who gets it.')
  process.exit(1)
}
if (tickets.length > 500) throw new Error('no draw has so many tickets')
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

// The tickets in their order, a line each: a ticket, a space, its weight.
const left = tickets.toSorted((one, other) => (one.ticket < other.ticket ? -1 : 1))
const digest = sha256(left.map(({ ticket, weight }) => `${ticket} ${weight}\n`).join(''))

const drawn = []
while (left.length > 0) {
  // A number for this place, from the seed, the tickets and the place.
  const number = BigInt(
    '0x' +
      createHmac('sha256', seed)
        .update(`${digest} ${drawn.length + 1}`)
        .digest('hex'),
  )
  // It falls to one ticket, as on a wheel whose sectors are the weights.
  const total = left.reduce((sum, { weight }) => sum + weight, 0)
  let rest = Number(number % BigInt(total))
  const at = left.findIndex(({ weight }) => (rest -= weight) < 0)
  drawn.push(left.splice(at, 1)[0].ticket)
}

const faults = [
  sha256(seed) !== commitment && 'the seed is not the one whose hash was published when the item was posted',
  (digest !== ticketsDigest || new Set(tickets.map(({ ticket }) => ticket)).size < tickets.length) &&
    'the tickets are not those that were published before the seed',
  drawn.join() !== order.join() && 'the order is not the one that seed and tickets give',
].filter(Boolean)
console.log(faults.length === 0 ? `Drawn as published: ${drawn[0]} first.` : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
