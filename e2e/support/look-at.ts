import type { RunningServer } from '../../scripts/lib/stack.ts'

/** An owner's page until its line ends; with every message that shows values. */
export async function lookAt(
  server: RunningServer,
  token: string,
  stopping: AbortSignal,
  onValues: () => void,
): Promise<void> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/ws`)
  const close = () => socket.close()
  stopping.addEventListener('abort', close)
  const send = (message: object) => socket.send(JSON.stringify(message))
  await new Promise<void>((resolve) => {
    socket.addEventListener('open', () => send({ type: 'authenticate', token }))
    socket.addEventListener('message', ({ data }) => {
      const { type } = JSON.parse(String(data))
      if (type === 'authenticated') send({ type: 'subscribe', topic: 'fleet' })
      if (type === 'snapshot' || type === 'changes' || type === 'ages') onValues()
    })
    socket.addEventListener('close', () => resolve())
    socket.addEventListener('error', () => resolve())
  })
  stopping.removeEventListener('abort', close)
}
