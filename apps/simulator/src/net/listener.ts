import { createServer, type Socket } from 'node:net'

/** A port that can be closed and opened again at the same place. */
export type Listener = {
  readonly host: string
  /** 0 until it was open for the first time when the system chose it. */
  readonly port: number
  readonly isOpen: boolean
  open(): Promise<void>
  /** Ends the port and every connection on it. */
  close(): Promise<void>
}

/** Says what to do about the usual reasons for which a port cannot be opened. */
function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const hints: Record<string, string> = {
    EACCES: 'ports below 1024 need more rights: use ephemeral ports, or allow them to the process',
    EADDRINUSE: 'something else listens there: use another first address',
    EADDRNOTAVAIL: 'this machine has no such address',
    EMFILE: 'too many open files: raise the limit (ulimit -n) or simulate fewer interfaces',
  }
  const hint = hints[error.code ?? '']
  return new Error(`cannot listen on ${host}:${port} (${error.code})${hint ? `: ${hint}` : ''}`, {
    cause: error,
  })
}

/** Prepares a port; nothing listens before `open`. */
export function createListener(
  host: string,
  wantedPort: number,
  onConnection: (socket: Socket) => void,
): Listener {
  const sockets = new Set<Socket>()
  let port = wantedPort
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that goes away is no concern of the device.
    socket.on('error', () => {})
    onConnection(socket)
  })
  return {
    host,
    get port() {
      return port
    },
    get isOpen() {
      return server.listening
    },
    open() {
      if (server.listening) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const fail = (error: NodeJS.ErrnoException) => reject(explain(error, host, port))
        server.once('error', fail)
        server.listen({ host, port, backlog: 128 }, () => {
          server.off('error', fail)
          const address = server.address()
          if (typeof address === 'object' && address) port = address.port
          resolve()
        })
      })
    },
    close() {
      if (!server.listening) return Promise.resolve()
      return new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
    },
  }
}
