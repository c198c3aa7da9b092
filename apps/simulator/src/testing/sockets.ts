import { connect } from 'node:net'

/** How a connection to a device went: all bytes that came, and how it ended. */
export type Exchange = { bytes: Buffer; ended: 'closed' | 'reset' | 'refused' | 'silent' }

/** Sends `request` in one write and reads until the other side ends, or until nothing has come for `silenceMs`. */
export function exchange(port: number, request: string, options: { host?: string; silenceMs?: number } = {}) {
  return new Promise<Exchange>((resolve) => {
    const parts: Buffer[] = []
    const socket = connect({ port, host: options.host ?? '127.0.0.1', noDelay: true })
    const finish = (ended: Exchange['ended']) => {
      socket.destroy()
      resolve({ bytes: Buffer.concat(parts), ended })
    }
    socket.setTimeout(options.silenceMs ?? 5000, () => finish('silent'))
    socket.on('connect', () => socket.write(request))
    socket.on('data', (part) => parts.push(part))
    socket.on('end', () => finish('closed'))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ECONNREFUSED' ? 'refused' : 'reset'),
    )
  })
}

/** The text of a whole answer, its final NUL included. */
export async function askText(port: number, request: string, host?: string): Promise<string> {
  const { bytes } = await exchange(port, request, host === undefined ? {} : { host })
  return bytes.toString('utf8')
}

/** The document of a JSON answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into foreign documents
export async function askJson(port: number, command: string, more: object = {}): Promise<any> {
  const text = await askText(port, JSON.stringify({ command, ...more }))
  return JSON.parse(text.replace(/\0+$/, ''))
}

/** Waits until `condition` holds, looking every few milliseconds; throws after `limitMs`. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 5000): Promise<void> {
  const endMs = Date.now() + limitMs
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error('the awaited condition did not come true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
