import { connect, createServer, type Socket } from 'node:net'

export type Relay = { port: number; bytes(): { down: number; up: number }; close(): Promise<void> }

/** Passes everything on to a port, and counts it. */
export async function startRelay(port: number, to: number): Promise<Relay> {
  const count = { down: 0, up: 0 }
  const open = new Set<Socket>()
  const server = createServer((inward) => {
    const outward = connect(to, '127.0.0.1')
    for (const socket of [inward, outward]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
    }
    inward.on('data', (chunk) => {
      count.up += chunk.length
    })
    outward.on('data', (chunk) => {
      count.down += chunk.length
    })
    inward.pipe(outward)
    outward.pipe(inward)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    bytes: () => ({ ...count }),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
