import type { SealingKey } from '@shipminer/contract/control/device-logins'
import type { MemoryState } from '@shipminer/contract/memory'
import {
  type Batch,
  type UplinkToController,
  UplinkToControllerSchema,
  type UplinkToServer,
  uplinkProof,
} from '@shipminer/contract/uplink'
import type { SpoolConflict, SpoolMark } from '@shipminer/domain/fleet/spool-identity'
import { type RawData, WebSocket } from 'ws'
import type { ControllerKey } from '../identity/key-pair.ts'
import type { Clock } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { SpoolIdentity, SpoolStatus } from '../spool/spool-types.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { type UplinkEvent, type UplinkState, uplinkTransition } from './uplink-state.ts'

export type UplinkTimes = {
  /** From dialling to the challenge, and from the hello to the welcome. */
  handshakeMs: number
  pingMs: number
  /** Nothing received for this long: the line is dead, whatever the network says. */
  silenceMs: number
  /** A batch without its acknowledgement for this long: the line is restarted and the batch sent again. */
  ackMs: number
}

const TIMES: UplinkTimes = { handshakeMs: 15_000, pingMs: 15_000, silenceMs: 31_000, ackMs: 60_000 }

const LARGEST_ANSWER_BYTES = 4 * 2 ** 20
/** More than this waiting in the socket: the line is slower than the spool, and sending more only fills memory. */
const SOCKET_BACKLOG_BYTES = 2 ** 20

/** What the uplink needs of the spool. */
export type UplinkSpool = {
  read(seq: number): Promise<Batch | null>
  isHeld(seq: number): boolean
  setLine(isUp: boolean): void
  clockOffsetOf(seq: number): number | null
  agreeOnClock(offsetMs: number): void
  nextUnsent(from: number, to: number): number | null
  settle(range: readonly [number, number]): void
  status(): SpoolStatus
  identity(): SpoolIdentity
  keepMark(mark: SpoolMark): Promise<boolean>
  startEpoch(): Promise<void>
  onDurable(listener: (seq: number) => void): () => void
}

/**
 * Messages from shore that the uplink itself has nothing to do with. `command-key` is the server's, as the welcome contains it; `welcomed`
 * says whether the server accepts progress of updates, and news of logins.
 */
export type ShoreMessage =
  | Extract<
      UplinkToController,
      {
        type:
          | 'command'
          | 'command-keys'
          | 'ask'
          | 'diagnose'
          | 'power-settings'
          | 'economy'
          | 'rules'
          | 'update'
          | 'update-withdrawn'
          | 'firmware'
          | 'firmware-cancel'
      }
    >
  | { type: 'command-key'; key: string }
  | { type: 'welcomed'; updates: boolean; logins: boolean }

/** The memory was put back to an older state, or a copy of it is in use. */
type MemoryDoubt = { cause: SpoolConflict; at: number }

export type Uplink = {
  start(): void
  /** Ends a wait: there is reason to believe that the next try goes better. */
  retryNow(): void
  /** Connects anew at once, because what the handshake measured is not true any more. */
  renew(cause: string): void
  state(): UplinkState
  /** When the server last acknowledged a batch, ms of the controller's clock. */
  lastAckAt(): number | null
  /** What shore last said against this memory since the start, and when, ms of the controller's clock. */
  doubt(): MemoryDoubt | null
  /** Sends something that is worth nothing later: dropped without a line. */
  tell(message: Exclude<UplinkToServer, { type: 'hello' | 'batch' }>): void
  stop(): Promise<void>
}

export function uplinkUrl(serverUrl: string): string {
  return `${serverUrl.replace(/^http/i, 'ws')}/uplink`
}

/** Keeps the line to shore open and empties the spool over it. Nothing here throws or ends the process: the line comes back when it can. */
export function createUplink(options: {
  serverUrl: string
  controllerId: string
  version: string
  pollIntervalMs: number
  key: ControllerKey
  /** The key for orders that is pinned, base64; null: none yet. Left out: it takes no other than its first. */
  commandKey?: () => string | null
  /** What logins for this box are sealed with; left out: it takes none. */
  sealing?: SealingKey
  spool: UplinkSpool
  clock: Clock
  random: () => number
  log: Logger
  times?: Partial<UplinkTimes>
  /** Called after every change of state. */
  onState?: (state: UplinkState) => void
  /** What shore wants, beside acknowledging. */
  onMessage?: (message: ShoreMessage) => void
}): Uplink {
  const { spool, clock, random, log, key } = options
  const times = { ...TIMES, ...options.times }
  let state: UplinkState = { name: 'disconnected' }
  let lastAckAt: number | null = null
  let doubt: MemoryDoubt | null = null
  let socket: WebSocket | null = null
  let outbox: Outbox | null = null
  let timer: NodeJS.Timeout | null = null
  let heartbeat: NodeJS.Timeout | null = null
  let receivedAt = 0
  let reportedMemory = ''
  let pumping = false
  let pumpAgain = false
  const sentAt = new Map<number, number>()

  const unsubscribe = spool.onDurable((seq) => {
    outbox?.add(seq)
    void pump()
  })

  function handle(event: UplinkEvent): boolean {
    const result = uplinkTransition(state, event, { now: clock.now(), random })
    if (!result.ok) {
      log.debug({ event: event.name }, result.reason)
      return false
    }
    state = result.state
    enterState()
    options.onState?.(state)
    return true
  }

  function enterState(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    switch (state.name) {
      case 'connecting':
        dial()
        return
      case 'challenged':
        timer = setTimeout(() => drop('no welcome'), times.handshakeMs)
        return
      case 'live':
        log.info({ clockOffsetMs: state.clockOffsetMs, spool: spool.status() }, 'uplink live')
        return
      case 'refused':
      case 'waiting': {
        hangUp()
        const delayMs = Math.max(0, state.retryAt - clock.now())
        if (state.name === 'refused')
          log.error({ reason: state.reason, retryInMs: delayMs }, 'server refused the uplink')
        else logLoss(state, delayMs)
        timer = setTimeout(() => handle({ name: 'retried' }), delayMs)
        return
      }
      case 'disconnected':
        hangUp()
        return
    }
  }

  /** Days without a line must not fill the log. */
  function logLoss({ cause, attempt }: { cause: string; attempt: number }, retryInMs: number): void {
    const level = attempt <= 5 || attempt % 60 === 0 ? 'warn' : 'debug'
    log[level]({ cause, attempt, retryInMs }, 'uplink lost')
  }

  function dial(): void {
    const line = new WebSocket(uplinkUrl(options.serverUrl), {
      handshakeTimeout: times.handshakeMs,
      perMessageDeflate: true,
      maxPayload: LARGEST_ANSWER_BYTES,
      followRedirects: false,
    })
    socket = line
    let cause = 'closed by the server'
    line.on('open', () => line === socket && startHeartbeat())
    line.on('message', (data) => line === socket && receive(data))
    line.on('pong', () => noteMessage())
    line.on('ping', () => noteMessage())
    line.on('error', (error) => {
      cause = errorText(error)
    })
    line.on('close', (code) => {
      if (line === socket) handle({ name: 'closed', cause: code === 1006 ? cause : `${cause} (${code})` })
    })
    timer = setTimeout(() => drop('no challenge'), times.handshakeMs)
  }

  function noteMessage(): void {
    receivedAt = clock.monotonic()
  }

  function startHeartbeat(): void {
    noteMessage()
    const line = socket
    let queuedBytes = 0
    heartbeat = setInterval(() => {
      if (line === null || line !== socket) return
      const silentMs = clock.monotonic() - receivedAt
      // A slow line that still drains is not dead: the answer to the ping queues behind what is being sent.
      const draining = line.bufferedAmount < queuedBytes
      queuedBytes = line.bufferedAmount
      if (silentMs > times.silenceMs * (draining ? 4 : 1)) {
        drop('silent')
        return
      }
      const oldest = sentAt.values().next()
      if (!oldest.done && clock.monotonic() - oldest.value > times.ackMs && !draining) {
        drop('no acknowledgement')
        return
      }
      line.ping()
      tellMemory()
    }, times.pingMs)
  }

  function drop(cause: string): void {
    handle({ name: 'closed', cause })
  }

  function hangUp(): void {
    const line = socket
    socket = null
    outbox = null
    spool.setLine(false)
    sentAt.clear()
    if (heartbeat !== null) clearInterval(heartbeat)
    heartbeat = null
    if (line === null) return
    line.removeAllListeners()
    line.on('error', () => {})
    line.terminate()
  }

  function receive(data: RawData): void {
    noteMessage()
    const message = parseMessage(data)
    if (message === null) {
      log.warn({}, 'server sent a message that is not in the contract')
      return
    }
    switch (message.type) {
      case 'challenge':
        if (handle({ name: 'challenged', nonce: message.nonce })) sayHello(message.nonce)
        return
      case 'welcome': {
        const { clockOffsetMs, maxInFlight } = message
        if (state.name !== 'challenged') return
        spool.agreeOnClock(clockOffsetMs)
        for (const range of message.stored) spool.settle(range)
        outbox = createOutbox({
          maxInFlight,
          backlogTo: spool.status().lastSeq ?? 0,
          nextUnsent: spool.nextUnsent,
        })
        handle({ name: 'welcomed', clockOffsetMs, maxInFlight })
        spool.setLine(true)
        if (message.mark) void keepMark(message.mark)
        reportedMemory = ''
        tellMemory()
        options.onMessage?.({
          type: 'welcomed',
          updates: message.updates === true,
          logins: message.logins === true,
        })
        if (message.commandKey) options.onMessage?.({ type: 'command-key', key: message.commandKey })
        void pump()
        return
      }
      case 'refused':
        handle({ name: 'refused', reason: message.reason })
        return
      case 'new-epoch':
        log.error({ cause: message.cause }, 'shore knows this memory in another state')
        doubt = { cause: message.cause, at: clock.now() }
        void spool.startEpoch()
        drop('new epoch')
        return
      case 'ack':
        lastAckAt = clock.now()
        if (message.rejected)
          log.error({ seq: message.seq, ...message.rejected }, 'shore set rows of a batch aside')
        spool.settle([message.seq, message.seq])
        sentAt.delete(message.seq)
        outbox?.settle(message.seq)
        tellMemory()
        void pump()
        return
      default:
        if (state.name === 'live') options.onMessage?.(message)
    }
  }

  async function keepMark(mark: SpoolMark): Promise<void> {
    const line = socket
    if ((await spool.keepMark(mark)) && line === socket && state.name === 'live')
      send({ type: 'mark-kept', mark })
  }

  /** Not part of a batch: on a full disk that is what may be late. */
  function tellMemory(): void {
    if (state.name !== 'live') return
    const { full, heldSamples, droppedSamples, damaged } = spool.status()
    const memory: MemoryState = { diskFull: full, heldSamples, droppedSamples, damaged }
    // How much waits just now changes all the time.
    const text = JSON.stringify({ ...memory, heldSamples: heldSamples > 0 })
    if (text === reportedMemory) return
    reportedMemory = text
    send({ type: 'memory', ...memory })
  }

  function sayHello(nonce: string): void {
    const { firstUnsentSeq, lastSeq, droppedSamples } = spool.status()
    send({
      type: 'hello',
      controllerId: options.controllerId,
      proof: key.sign(uplinkProof(options.controllerId, nonce)),
      version: options.version,
      sentAt: clock.now(),
      pollIntervalMs: options.pollIntervalMs,
      rules: true,
      ...(options.commandKey === undefined ? {} : { commandKey: options.commandKey() }),
      spool: { firstSeq: firstUnsentSeq, lastSeq, droppedSamples, ...spool.identity() },
      ...(options.sealing === undefined ? {} : { sealing: options.sealing }),
    })
  }

  function send(message: UplinkToServer, sent?: () => void): void {
    socket?.send(JSON.stringify(message), (error) => {
      if (error === undefined || error === null) sent?.()
    })
  }

  /** Fills the window. Only one runs at a time, so that batches go out in the order the outbox gives them. */
  async function pump(): Promise<void> {
    if (pumping) {
      pumpAgain = true
      return
    }
    pumping = true
    try {
      do {
        pumpAgain = false
        await sendWaiting()
      } while (pumpAgain)
    } catch (error) {
      log.error({ error: errorText(error) }, 'spool cannot be read')
      drop('spool cannot be read')
    } finally {
      pumping = false
    }
  }

  async function sendWaiting(): Promise<void> {
    const box = outbox
    if (box === null || socket === null || state.name !== 'live') return
    while (socket !== null && socket.bufferedAmount < SOCKET_BACKLOG_BYTES) {
      const seq = box.next()
      if (seq === null) return
      const batch = await spool.read(seq)
      if (outbox !== box) return
      if (batch === null) {
        log.warn({ seq }, 'batch is not in the spool any more')
        spool.settle([seq, seq])
        box.settle(seq)
        continue
      }
      sentAt.set(seq, clock.monotonic())
      const clockOffsetMs = spool.clockOffsetOf(seq)
      send(
        {
          type: 'batch',
          ...batch,
          ...(clockOffsetMs === null ? {} : { clockOffsetMs }),
          ...(spool.isHeld(seq) ? { held: true } : {}),
        },
        () => void pump(),
      )
    }
  }

  return {
    start() {
      handle({ name: 'dialled' })
    },
    retryNow() {
      if (state.name === 'waiting' || state.name === 'refused') handle({ name: 'retried' })
    },
    renew(cause) {
      if (state.name !== 'connecting' && state.name !== 'challenged' && state.name !== 'live') return
      drop(cause)
      handle({ name: 'retried' })
    },
    state: () => state,
    lastAckAt: () => lastAckAt,
    doubt: () => doubt,
    tell(message) {
      if (state.name === 'live') send(message)
    },
    async stop() {
      unsubscribe()
      handle({ name: 'stopped' })
    },
  }
}

function parseMessage(data: RawData): UplinkToController | null {
  try {
    const parsed = UplinkToControllerSchema.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
