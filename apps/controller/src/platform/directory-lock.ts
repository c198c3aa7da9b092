import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Keeps a second controller off the same data folder. The lock is an abstract Unix socket named after the folder:
 * the kernel frees it when the process dies in any way, so no stale lock can outlive a power cut.
 * Resolves to the release function, or null when another process holds the folder. On systems other than Linux it does not lock.
 */
export function lockDirectory(directory: string): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return Promise.resolve(() => {})
  const name = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32)
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(`\0shipminer-controller-${name}`, () => {
      server.unref()
      resolve(() => server.close())
    })
  })
}
