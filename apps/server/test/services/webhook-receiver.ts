import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: IncomingHttpHeaders; body: string }

export type WebhookReceiver = {
  url: string
  received: Received[]
  /** The response from now on. */
  answer: { status: number; headers?: Record<string, string>; hang?: boolean }
  /** Done before the next request is answered, once. */
  beforeAnswer: (() => Promise<unknown>) | null
  stop(): Promise<void>
}

/** A local server that receives webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    received: [],
    answer: { status: 204 },
    beforeAnswer: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      const before = receiver.beforeAnswer
      receiver.beforeAnswer = null
      await before?.()
      if (!receiver.answer.hang) response.writeHead(receiver.answer.status, receiver.answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
