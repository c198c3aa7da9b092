import { connect, createServer, type Socket } from 'node:net'

/** A line to a server on this machine that can be cut, as the one from a ship to shore can. */
export type Line = { readonly url: string; cut(): void; mend(): void; close(): Promise<void> }

/** Opens a line to `port`; its own port stays the same however often it is cut. */
export async function openLine(port: number): Promise<Line> {
  const ends = new Set<Socket>()
  let isCut = false
  const keep = (end: Socket) => {
    ends.add(end)
    end.on('error', () => end.destroy()).on('close', () => ends.delete(end))
  }
  const server = createServer((ship) => {
    keep(ship)
    if (isCut) return ship.destroy()
    const shore = connect(port, 'localhost')
    keep(shore)
    ship.pipe(shore).pipe(ship)
    ship.on('close', () => shore.destroy())
    shore.on('close', () => ship.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const hangUp = () => {
    for (const end of ends) end.destroy()
  }
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    cut() {
      isCut = true
      hangUp()
    },
    mend() {
      isCut = false
    },
    close() {
      hangUp()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
