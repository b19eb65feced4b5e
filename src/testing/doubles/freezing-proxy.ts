import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A balancer between the market and a server, which may hang. */
interface FreezingProxy {
  /** `url` with this proxy's address in it. */
  through(url: string): string
  /** From now on nothing gets through, on connections that stand and on new ones, which are still accepted. */
  freeze(): void
  /** As a machine that is gone: connections are cut, and refused. */
  cut(): Promise<void>
  /** After a cut, at the same address. */
  mend(): Promise<void>
  /** New connections work again. Those that stood stay open, and silent for ever. */
  thaw(): void
  stop(): Promise<void>
}

/** @param target the port on this machine to which it forwards */
export async function startFreezingProxy(target: number): Promise<FreezingProxy> {
  let frozen = false
  const sockets = new Set<Socket>()
  let pairs: [Socket, Socket][] = []
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A proxied side that is cut off is told to nobody: that is what half-open means.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (frozen) return
    const far = connect(target, '127.0.0.1')
    keep(far)
    near.pipe(far).pipe(near)
    pairs.push([near, far])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  async function cut(): Promise<void> {
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }

  return {
    through(url) {
      const address = new URL(url)
      address.search = ''
      address.hostname = '127.0.0.1'
      address.port = String(port)
      return address.href
    },
    freeze() {
      frozen = true
      for (const [near, far] of pairs) {
        near.unpipe(far).resume()
        far.unpipe(near).resume()
      }
      pairs = []
    },
    thaw: () => (frozen = false),
    cut,
    async mend() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async stop() {
      if (server.listening) await cut()
    },
  }
}
