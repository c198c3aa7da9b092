import { connect } from 'node:net'

/** Whether a port takes a connection within the time. Closes it at once; never throws. */
export function isPortOpen(
  host: string,
  port: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (timeoutMs <= 0 || signal?.aborted) {
      resolve(false)
      return
    }
    const socket = connect({ host, port })
    const finish = (open: boolean) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(open)
    }
    const giveUp = () => finish(false)
    const timer = setTimeout(giveUp, timeoutMs)
    signal?.addEventListener('abort', giveUp, { once: true })
    socket.once('connect', () => finish(true))
    socket.on('error', giveUp)
  })
}
