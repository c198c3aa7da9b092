import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** For tests: as much of a Signal K server as a reader sees, each answer controlled by the test. */
export type StubSignalK = {
  url: string
  /** What each stream subscribed to, and the token that it came with. */
  streams: { line: WebSocket; authorization: string | undefined; subscribed: string[] }[]
  accessRequests: string[]
  /** Sends values to every stream that has subscribed. */
  send(values: Record<string, unknown>): void
  sendText(text: string): void
  /** The timestamp of values. */
  timestamp: () => string | undefined
  /** The subscription of each stream, as received. */
  subscriptions: string[]
  /** What the HTTP interface answers for any path; null: nothing. */
  remembered: object | null
  behaviour: { hello: boolean; refuseWith: number | null; token: string | null }
  dropStreams(): void
  close(): Promise<void>
}

const self = 'vessels.urn:mrn:signalk:uuid:stub'

export async function startStubSignalK(): Promise<StubSignalK> {
  const http = createServer((request, response) => {
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (request.method === 'POST') {
      request.resume()
      stub.accessRequests.push(request.url ?? '')
      answer(202, { state: 'PENDING', requestId: '1', href: '/signalk/v1/requests/1' })
    } else if (request.url?.startsWith('/signalk/v1/api/')) {
      answer(stub.remembered === null ? 404 : 200, stub.remembered ?? {})
    } else {
      const { token } = stub.behaviour
      answer(
        200,
        token === null
          ? { state: 'PENDING', requestId: '1', href: '/signalk/v1/requests/1' }
          : { state: 'COMPLETED', accessRequest: { permission: 'APPROVED', token } },
      )
    }
  })
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    if (stub.behaviour.refuseWith !== null) {
      socket.end(`HTTP/1.1 ${stub.behaviour.refuseWith} No\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (line) => {
      const stream = { line, authorization: request.headers.authorization, subscribed: [] as string[] }
      stub.streams.push(stream)
      line.on('message', (data) => {
        stub.subscriptions.push(data.toString())
        for (const { path } of JSON.parse(data.toString()).subscribe) stream.subscribed.push(path)
      })
      if (stub.behaviour.hello)
        line.send(
          JSON.stringify({
            name: 'stub',
            version: '2.23.0',
            self,
            roles: ['main'],
            timestamp: new Date().toISOString(),
          }),
        )
    })
  })
  const stub: StubSignalK = {
    url: '',
    streams: [],
    accessRequests: [],
    subscriptions: [],
    remembered: null,
    timestamp: () => new Date().toISOString(),
    behaviour: { hello: true, refuseWith: null, token: null },
    send: (values) =>
      stub.sendText(
        JSON.stringify({
          context: self,
          updates: [
            {
              $source: 's',
              timestamp: stub.timestamp(),
              values: Object.entries(values).map(([path, value]) => ({ path, value })),
            },
          ],
        }),
      ),
    sendText: (text) => {
      for (const line of sockets.clients) line.send(text)
    },
    dropStreams: () => {
      for (const line of sockets.clients) line.terminate()
    },
    close: () =>
      new Promise((resolve) => {
        stub.dropStreams()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  stub.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return stub
}
