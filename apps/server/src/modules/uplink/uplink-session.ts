import { randomBytes, randomUUID } from 'node:crypto'
import {
  type Batch,
  type UplinkRefusal,
  type UplinkToController,
  UplinkToServerSchema,
} from '@shipminer/contract/uplink'
import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../platform/db/store.ts'
import type { ControlPort } from '../control/control.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { ReleasePort } from '../releases/releases.port.ts'
import { findUplinkController, recordHello, touchController } from './uplink.repository.ts'
import { isUplinkProof } from './uplink-proof.ts'

/** What the uplink needs of the telemetry module. */
export type BatchStore = {
  ingestBatch(input: {
    controllerId: string
    batch: Batch
    clockOffsetMs: number
    receivedAt: number
  }): Promise<{ duplicate: boolean; stored: number }>
  /** Sequence numbers already stored at or above `fromSeq`, inclusive ranges. */
  storedRanges(controllerId: string, fromSeq: number): Promise<[number, number][]>
}

export type UplinkDeps = {
  store: Store
  batches: BatchStore
  control: Pick<ControlPort, 'commandKey' | 'lineUp' | 'answered' | 'noteConnection'>
  power: Pick<PowerPort, 'settingsOf' | 'storeEffective'>
  releases: ReleasePort
  clock: () => number
  logger: FastifyBaseLogger
  /** Told after every commit and hello, so that pages and counters follow. */
  onSamples?: (count: number, duplicate: boolean) => void
  /** How many controllers are connected to this server. */
  onLinks?: (count: number) => void
}

/** The socket as the session sees it. */
export type UplinkSocket = { send(text: string): void; close(code: number, reason: string): void }

export type UplinkSession = {
  readonly connectionId: string
  controllerId(): string | null
  receive(text: string): void
  /** The link is alive (a pong came). */
  beat(): void
  /** Another connection of the same controller took over. */
  replace(): void
  /** The ship's owner set something: the line is told. */
  sendPowerSettings(): void
  /** The socket is gone, whoever ended it. */
  ended(): void
  /** Resolves when nothing is being stored any more. */
  settled(): Promise<void>
}

/** Batches a controller may have under way. */
export const maxInFlight = 8
const helloTimeoutMs = 10_000
/** How often the database learns that a quiet but living link was heard. */
const touchEveryMs = 10_000

/**
 * One connection of one controller: challenge → hello → welcome → (batch → ack)*. Batches are stored one after the other in the order
 * they came; an acknowledgement leaves after its commit. A storing error closes the connection: the controller keeps the batch and comes back.
 */
export function openUplinkSession(
  socket: UplinkSocket,
  ipAddress: string,
  deps: UplinkDeps,
  onLive: (session: UplinkSession) => void,
): UplinkSession {
  const { store, batches, clock, logger } = deps
  const connectionId = randomUUID()
  const nonce = randomBytes(24).toString('base64url')
  const challengedAt = clock()
  let state: 'challenged' | 'checking' | 'live' | 'closed' = 'challenged'
  let controllerId: string | null = null
  let clockOffsetMs = 0
  let inFlight = 0
  let queue: Promise<void> = Promise.resolve()
  let touchedAt = 0
  const linesDown: (() => void)[] = []
  let isEnded = false

  const send = (message: UplinkToController) => socket.send(JSON.stringify(message))
  const helloTimer = setTimeout(() => state !== 'live' && refuse('bad-message'), helloTimeoutMs)

  function hangUp(): void {
    for (const lineDown of linesDown.splice(0)) lineDown()
  }

  function close(code: number, reason: string): void {
    if (state === 'closed') return
    state = 'closed'
    clearTimeout(helloTimer)
    hangUp()
    socket.close(code, reason)
  }

  function refuse(reason: UplinkRefusal): void {
    if (state === 'closed') return
    logger.info({ controllerId, reason }, 'uplink refused')
    send({ type: 'refused', reason })
    close(1008, reason)
  }

  /** Work runs in order; what throws ends the connection, never the process. */
  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(async () => {
      if (state === 'closed') return
      try {
        await work()
      } catch (error) {
        logger.error({ err: error, controllerId }, 'uplink failed to store')
        close(1011, 'try again')
      }
    })
  }

  async function hello(
    message: Extract<ReturnType<typeof UplinkToServerSchema.parse>, { type: 'hello' }>,
  ): Promise<void> {
    const receivedAt = clock()
    const controller = await findUplinkController(store.db, message.controllerId)
    if (!controller) return refuse('unknown-controller')
    if (controller.revoked) return refuse('revoked')
    const { publicKey } = controller
    if (!publicKey || !isUplinkProof({ controllerId: controller.id, nonce, proof: message.proof, publicKey }))
      return refuse('bad-proof')
    controllerId = controller.id
    clockOffsetMs = Math.round((challengedAt + receivedAt) / 2 - message.sentAt)
    await recordHello(store.db, controller.id, {
      connectionId,
      version: message.version,
      ipAddress,
      pollIntervalMs: message.pollIntervalMs,
      clockOffsetMs,
      spool: message.spool,
      at: new Date(receivedAt),
    })
    touchedAt = receivedAt
    await deps.control.noteConnection(
      store.db,
      controller.id,
      `${ipAddress} ${message.version}`,
      new Date(receivedAt),
    )
    await store.notify('uplink', JSON.stringify({ controllerId, connectionId }))
    await store.notify('live', JSON.stringify({ controllerId }))
    if (state === 'closed') return
    state = 'live'
    clearTimeout(helloTimer)
    onLive(session)
    const stored = await batches.storedRanges(controller.id, message.spool.firstSeq ?? 1)
    const { commandKey } = deps.control
    send({
      type: 'welcome',
      serverTime: clock(),
      clockOffsetMs,
      stored,
      maxInFlight,
      commandKey,
      updates: true,
    })
    logger.info({ controllerId, version: message.version, clockOffsetMs }, 'uplink live')
    await tellPowerSettings()
    const line = { controllerId: controller.id, version: message.version, send }
    linesDown.push(await deps.control.lineUp(line), await deps.releases.lineUp(line))
    if (isEnded) hangUp()
  }

  async function tellPowerSettings(): Promise<void> {
    if (!controllerId) return
    const set = await deps.power.settingsOf(store.db, controllerId)
    if (set) send({ type: 'power-settings', ...set })
  }

  async function storeBatch(batch: Batch): Promise<void> {
    if (!controllerId) return
    const result = await batches.ingestBatch({ controllerId, batch, clockOffsetMs, receivedAt: clock() })
    inFlight--
    deps.onSamples?.(result.stored, result.duplicate)
    send({ type: 'ack', seq: batch.seq })
    await touch()
  }

  async function effective(
    message: Extract<ReturnType<typeof UplinkToServerSchema.parse>, { type: 'power-settings' }>,
  ): Promise<void> {
    if (controllerId) await deps.power.storeEffective(store.db, controllerId, message)
  }

  async function take(
    message: Extract<
      ReturnType<typeof UplinkToServerSchema.parse>,
      { type: 'answer' | 'power-settings' | 'update-state' }
    >,
  ): Promise<void> {
    if (message.type === 'answer') return deps.control.answered(message)
    if (message.type === 'power-settings') return effective(message)
    if (controllerId) await deps.releases.stateTold(controllerId, message)
  }

  async function touch(): Promise<void> {
    const now = clock()
    if (!controllerId || now - touchedAt < touchEveryMs) return
    touchedAt = now
    if (await touchController(store.db, controllerId, connectionId, new Date(now)))
      await store.notify('live', JSON.stringify({ controllerId }))
    else refuse('replaced')
  }

  const session: UplinkSession = {
    connectionId,
    controllerId: () => controllerId,
    receive(text) {
      if (state === 'closed') return
      const message = parseMessage(text)
      if (!message) return refuse('bad-message')
      if (message.type === 'hello') {
        if (state !== 'challenged') return refuse('bad-message')
        state = 'checking'
        enqueue(() => hello(message))
      } else if (message.type === 'batch') {
        if (state !== 'live') return refuse('bad-message')
        if (++inFlight > maxInFlight) return refuse('overloaded')
        const { type: _, ...batch } = message
        enqueue(() => storeBatch(batch))
      } else {
        if (state !== 'live') return refuse('bad-message')
        enqueue(() => take(message))
      }
    },
    beat() {
      if (state === 'live') enqueue(touch)
    },
    replace() {
      refuse('replaced')
    },
    sendPowerSettings() {
      if (state === 'live') enqueue(tellPowerSettings)
    },
    ended() {
      isEnded = true
      hangUp()
    },
    settled: () => queue,
  }
  send({ type: 'challenge', nonce, serverTime: challengedAt })
  return session
}

function parseMessage(text: string) {
  try {
    const result = UplinkToServerSchema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
