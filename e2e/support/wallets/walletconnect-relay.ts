import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'

/** As much of WalletConnect's relay as pairing and a session need: topics with messages that wait for any subscriber. */
export type Relay = {
  /** For a client with a socket of its own. */
  url: string
  /** For a client whose socket is somewhere else; returns how to hand over its messages. */
  attach(say: (text: string) => void): (text: string) => void
  /** What clients have requested so far. */
  methods: string[]
  stop(): Promise<void>
}

const CallSchema = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})
type Client = { say(text: string): void; topics: Map<string, string> }
type Message = { topic: string; message: string; tag: number; from: Client }

/** Tags of the protocol: a proposal, the answer to it, and what was settled. */
const tags = { propose: 1100, response: 1101, settle: 1102 } as const

export async function startRelay(): Promise<Relay> {
  const clients = new Set<Client>()
  const mailbox: Message[] = []
  const methods: string[] = []
  let lastId = 0

  function deliver(client: Client, { topic, message, tag }: Message): void {
    const data = { topic, message, tag, publishedAt: Date.now() }
    const params = { id: client.topics.get(topic), data }
    client.say(
      JSON.stringify({
        id: Date.now() * 1000 + ++lastId,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params,
      }),
    )
  }

  function subscribe(client: Client, topic: string): string {
    const known = client.topics.get(topic)
    if (known) return known
    const id = randomBytes(32).toString('hex')
    client.topics.set(topic, id)
    const waiting = mailbox.filter((kept) => kept.topic === topic && kept.from !== client)
    // After the answer to the subscription itself.
    setImmediate(() => {
      for (const kept of waiting) deliver(client, kept)
    })
    return id
  }

  function publish(from: Client, topic: unknown, message: unknown, tag: unknown): void {
    const kept = { topic: String(topic), message: String(message), tag: Number(tag), from }
    mailbox.push(kept)
    for (const client of clients) {
      if (client !== from && client.topics.has(kept.topic)) deliver(client, kept)
    }
  }

  function answer(client: Client, method: string, params: Record<string, unknown>): unknown {
    const topics = Array.isArray(params.topics) ? params.topics.map(String) : []
    switch (method) {
      case 'irn_subscribe':
        return subscribe(client, String(params.topic))
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(client, topic))
      case 'irn_batchFetchMessages':
      case 'irn_fetchMessages':
        return { messages: [], hasMore: false }
      case 'irn_publish':
        publish(client, params.topic, params.message, params.tag)
        return true
      case 'wc_proposeSession':
        subscribe(client, String(params.pairingTopic))
        publish(client, params.pairingTopic, params.sessionProposal, tags.propose)
        return true
      case 'wc_approveSession':
        subscribe(client, String(params.sessionTopic))
        publish(client, params.pairingTopic, params.sessionProposalResponse, tags.response)
        publish(client, params.sessionTopic, params.sessionSettlementRequest, tags.settle)
        return true
      default:
        return true
    }
  }

  function attach(say: (text: string) => void): (text: string) => void {
    const client: Client = { say, topics: new Map() }
    clients.add(client)
    return (text) => {
      const { id, method, params } = CallSchema.parse(JSON.parse(text))
      // Without a method it is the receipt of a delivery.
      if (method === undefined) return
      methods.push(method)
      say(JSON.stringify({ id, jsonrpc: '2.0', result: answer(client, method, params ?? {}) }))
    }
  }

  const server: Server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket: WebSocket) => {
    const hear = attach((text) => socket.send(text))
    socket.on('message', (data) => hear(data.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attach,
    methods,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
