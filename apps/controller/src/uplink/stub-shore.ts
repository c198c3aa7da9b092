import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EnrolRequestSchema } from '@shipminer/contract/enrolment'
import type { MemoryState } from '@shipminer/contract/memory'
import {
  type Batch,
  BatchSchema,
  type UplinkToController,
  UplinkToServerSchema,
  uplinkProof,
} from '@shipminer/contract/uplink'
import { type WebSocket, WebSocketServer } from 'ws'

type Hello = Extract<ReturnType<typeof UplinkToServerSchema.parse>, { type: 'hello' }>

/**
 * For tests: a server on shore that keeps the rules of the contract. It counts how often it stored each batch number,
 * acknowledges after storing, and can be set to misbehave.
 */
export type StubShore = {
  url: string
  /** Batches by number, in the order they came first. */
  stored: Map<number, Batch>
  /** Every batch that arrived, repeated ones too. */
  arrived: number[]
  hellos: Hello[]
  /** Messages that break the contract. */
  violations: string[]
  enrolments: unknown[]
  behaviour: {
    acknowledge: boolean
    refuseWith: Extract<UplinkToController, { type: 'refused' }>['reason'] | null
    challenge: boolean
    maxInFlight: number
    /** Ranges claimed as stored besides those that are. */
    claimStored: [number, number][]
    answerPings: boolean
    clockOffsetMs: number
    /** The epoch that has to be replaced. */
    refusedEpoch: string | null
  }
  /** What was reported of the box's memory. */
  memories: MemoryState[]
  /** Marks that were saved on board. */
  keptMarks: number[]
  /** Ends every connection at once, as a lost line does. */
  cutLines(): void
  sendToAll(text: string): void
  connections(): number
  close(): Promise<void>
}

export async function startStubShore(port = 0): Promise<StubShore> {
  const http: Server = createServer()
  const publicKeys = new Map<string, string>()
  const inFlight = new Map<WebSocket, number>()
  const shore: StubShore = {
    url: '',
    stored: new Map(),
    arrived: [],
    hellos: [],
    violations: [],
    enrolments: [],
    behaviour: {
      acknowledge: true,
      refuseWith: null,
      challenge: true,
      maxInFlight: 8,
      claimStored: [],
      answerPings: true,
      clockOffsetMs: 0,
      refusedEpoch: null,
    },
    memories: [],
    keptMarks: [],
    cutLines: () => {
      for (const line of sockets.clients) line.terminate()
    },
    sendToAll: (text) => {
      for (const line of sockets.clients) line.send(text)
    },
    connections: () => sockets.clients.size,
    close: () =>
      new Promise((resolve) => {
        shore.cutLines()
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }

  http.on('request', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = EnrolRequestSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString()))
      shore.enrolments.push(body.data)
      const ok =
        body.success && body.data.enrolmentToken === 'good-token' && request.url === '/api/controllers/enrol'
      if (ok) publicKeys.set(body.data.controllerId, body.data.publicKey)
      response.writeHead(ok ? 200 : 401, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          ok
            ? { success: true, data: {} }
            : { success: false, error: 'no', message: 'no', code: 'ENROLMENT_TOKEN_INVALID' },
        ),
      )
    })
  })

  const sockets = new WebSocketServer({
    server: http,
    path: '/uplink',
    perMessageDeflate: true,
    autoPong: false,
  })
  sockets.on('connection', (line) => {
    const send = (message: UplinkToController) => line.send(JSON.stringify(message))
    const nonce = `nonce-${Math.random()}`
    line.on('error', () => {})
    line.on('ping', (data) => shore.behaviour.answerPings && line.pong(data))
    if (shore.behaviour.challenge) send({ type: 'challenge', nonce, serverTime: 0 })
    line.on('message', (data) => {
      const parsed = UplinkToServerSchema.safeParse(JSON.parse(data.toString()))
      if (!parsed.success) {
        shore.violations.push(data.toString().slice(0, 300))
        return
      }
      const message = parsed.data
      if (message.type === 'hello') {
        shore.hellos.push(message)
        const key = publicKeys.get(message.controllerId)
        if (key === undefined) return send({ type: 'refused', reason: 'unknown-controller' })
        if (!isProof(key, uplinkProof(message.controllerId, nonce), message.proof))
          return send({ type: 'refused', reason: 'bad-proof' })
        if (shore.behaviour.refuseWith !== null)
          return send({ type: 'refused', reason: shore.behaviour.refuseWith })
        if (shore.behaviour.refusedEpoch === message.spool.epoch)
          return send({ type: 'new-epoch', cause: 'restored' })
        const stored = [...shore.stored.keys()]
          .sort((a, b) => a - b)
          .map((seq): [number, number] => [seq, seq])
        const { maxInFlight, claimStored, clockOffsetMs } = shore.behaviour
        send({
          type: 'welcome',
          serverTime: 0,
          clockOffsetMs,
          stored: [...stored, ...claimStored],
          maxInFlight,
          mark: { turn: shore.hellos.length, token: `the-token-${shore.hellos.length}` },
        })
        return
      }
      if (message.type === 'mark-kept') shore.keptMarks.push(message.mark.turn)
      if (message.type === 'memory') shore.memories.push(message)
      if (message.type !== 'batch') return
      const { type: _, ...batch } = message
      shore.arrived.push(batch.seq)
      inFlight.set(line, (inFlight.get(line) ?? 0) + 1)
      if ((inFlight.get(line) ?? 0) > shore.behaviour.maxInFlight)
        shore.violations.push('too many batches in flight')
      const before = shore.stored.get(batch.seq)
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(BatchSchema.parse(batch))) {
        shore.violations.push(`number ${batch.seq} means two batches`)
      }
      if (before === undefined) shore.stored.set(batch.seq, BatchSchema.parse(batch))
      if (!shore.behaviour.acknowledge) return
      setImmediate(() => {
        inFlight.set(line, (inFlight.get(line) ?? 1) - 1)
        if (line.readyState === line.OPEN) send({ type: 'ack', seq: batch.seq })
      })
    })
  })

  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  shore.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return shore
}

function isProof(publicKey: string, text: string, proof: string): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  })
  return verify(null, Buffer.from(text), key, Buffer.from(proof, 'base64'))
}
