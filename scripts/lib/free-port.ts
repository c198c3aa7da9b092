import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections going out (from 32768 on with Linux, from 49152 elsewhere). A port among those, free when it is looked
 * for, may be taken by any connection before a program that takes seconds to start listens on it.
 */
const [lowest, beyond] = [15_000, 32_000]

/** A port of this machine that is free now: the wanted one if it is, else any. */
export async function freePort(wanted = randomInt(lowest, beyond)): Promise<number> {
  return (await canListenOn(wanted)) ? wanted : freePort()
}

function canListenOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
