import { randomBytes, randomUUID } from 'node:crypto'
import type { BoardAnswer } from '@shipminer/contract/board-answer'
import { cleanText } from '@shipminer/contract/from-outside'
import type { MemoryState } from '@shipminer/contract/memory'
import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import { type BatchReading, readBatch } from '@shipminer/contract/read-batch'
import {
  ClockOffsetSchema,
  type UplinkRefusal,
  type UplinkToController,
  UplinkToServerSchema,
} from '@shipminer/contract/uplink'
import type { SpoolConflict } from '@shipminer/domain/fleet/spool-identity'
import type { FastifyBaseLogger } from 'fastify'
import { isPermanentFailure } from '../../platform/db/failures/is-permanent-failure.ts'
import { retryWhileAway } from '../../platform/db/failures/retry-while-away.ts'
import type { Store } from '../../platform/db/store.ts'
import type { CommandKeys, ControlPort } from '../control/control.port.ts'
import type { FirmwarePort } from '../firmware/firmware.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import type { ReleasePort } from '../releases/releases.port.ts'
import { keepBoardAnswer } from '../service/service.port.ts'
import type { BatchIngest, BatchMemory, IngestResult } from '../telemetry/telemetry.port.ts'
import {
  findUplinkController,
  recordHangUp,
  recordHello,
  recordMemory,
  touchController,
} from './uplink.repository.ts'
import { isUplinkProof, ownSealingKey } from './uplink-proof.ts'

/** Telemetry as a session uses it; what other modules store of a batch is stored with it. */
export type BatchStore = Pick<
  BatchIngest,
  'setBatchAside' | 'meetMemory' | 'keepMark' | 'startServerEpoch'
> & {
  ingestBatch(
    input: Parameters<BatchIngest['ingestBatch']>[0],
  ): Promise<
    Pick<IngestResult, 'conflict' | 'unsaved' | 'duplicate' | 'stored' | 'setAside' | 'setAsideReason'>
  >
}

export type UplinkDeps = {
  store: Store
  batches: BatchStore
  control: Pick<ControlPort, 'lineUp' | 'onAnswer' | 'noteConnection' | 'storeStrangers' | 'storeLogins'>
  keys: Pick<CommandKeys, 'meet'>
  power: Pick<
    PowerPort,
    | 'settingsOf'
    | 'economyOf'
    | 'rulesOf'
    | 'storeEffective'
    | 'storeKnowsRules'
    | 'storeRules'
    | 'storeCommissioning'
  >
  releases: ReleasePort
  firmware: FirmwarePort
  clock: () => number
  logger: FastifyBaseLogger
  /** A box's memory contradicts what is stored. */
  onMemoryConflict(controllerId: string, conflict: SpoolConflict): Promise<void>
  /** Called after every commit and hello, so that pages and counters follow. */
  onSamples?: (count: number, duplicate: boolean) => void
  /** Rows were set aside, or values corrected, because they could not be stored as they arrived. */
  onPoison?: (count: { setAside: number; mended: number }) => void
  /** Number of controllers connected to this server. */
  onLinks?: (count: number) => void
}

/** The socket as the session sees it. */
export type UplinkSocket = { send(text: string): void; close(code: number, reason: string): void }

export type UplinkSession = {
  readonly connectionId: string
  controllerId(): string | null
  receive(text: string): void
  /** The link is alive (a pong arrived). */
  beat(): void
  /** Another connection of the same controller took over. */
  replace(): void
  /** The ship's owner changed a setting, which is sent over the line. */
  sendPowerSettings(): void
  /** The socket is gone, no matter which side closed it. */
  onClose(): void
  /** Resolves when nothing is being stored any more. */
  whenStored(): Promise<void>
}

/** Maximum batches of a controller in flight. */
export const maxInFlight = 8
const helloTimeoutMs = 10_000
/** How often the database records that a quiet link is still alive. */
const touchEveryMs = 10_000
/** How often a box hears what mining earns. */
const economyEveryMs = 30 * 60_000

/**
 * One connection of one controller: challenge → hello → welcome → (batch → ack)*; `new-epoch` instead of welcome or ack where the box's
 * memory contradicts what is stored. Batches are stored one after the other in order of
 * arrival; each is acknowledged after its commit. While the database is away they wait; another
 * storing error closes the connection: the controller keeps the batch and comes back.
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
  let epochId = 0
  let showsEpoch = false
  let knowsRules = false
  let inFlight = 0
  let queue: Promise<void> = Promise.resolve()
  let touchedAt = 0
  /** The check at commissioning, as the box reported it. */
  let check: CommissioningReport | null = null
  let economySentAt = 0
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

  /** What may be stored again waits for a database that is away: a line that is closed instead comes back later than the database does. */
  const patiently = <Result>(work: () => Promise<Result>) => retryWhileAway(work, () => state !== 'closed')

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
    const { epoch, mark = null, lastSeq } = message.spool
    showsEpoch = epoch !== undefined
    const met = await batches.meetMemory(controller.id, { epoch, mark, lastSeq }, receivedAt)
    if (met.conflict !== null) await deps.onMemoryConflict(controller.id, met.conflict)
    if (met.epochId === null) return orderNewEpoch(met.conflict ?? 'restored')
    epochId = met.epochId
    clockOffsetMs = Math.round((challengedAt + receivedAt) / 2 - message.sentAt)
    await recordHello(store.db, controller.id, {
      connectionId,
      version: message.version,
      ipAddress,
      pollIntervalMs: message.pollIntervalMs,
      clockOffsetMs,
      spool: message.spool,
      sealing: ownSealingKey(message, publicKey),
      at: new Date(receivedAt),
    })
    touchedAt = receivedAt
    knowsRules = message.rules === true
    await deps.power.storeKnowsRules(store.db, controller.id, knowsRules)
    await deps.control.noteConnection(
      store.db,
      controller.id,
      `${ipAddress} ${message.version}`,
      new Date(receivedAt),
    )
    await store.notify('uplink', JSON.stringify({ controllerId, connectionId }))
    await store.notify('live', JSON.stringify({ controllerId }))
    const lineKey = await deps.keys.meet({ controllerId: controller.id, reported: message.commandKey, send })
    if (state === 'closed') return
    state = 'live'
    clearTimeout(helloTimer)
    onLive(session)
    const { commandKey, sign } = lineKey
    send({
      type: 'welcome',
      serverTime: clock(),
      clockOffsetMs,
      stored: [],
      maxInFlight,
      commandKey,
      updates: true,
      logins: true,
      ...(met.mark ? { mark: met.mark } : {}),
    })
    logger.info({ controllerId, version: message.version, clockOffsetMs }, 'uplink live')
    await tellPowerSettings()
    const line = { controllerId: controller.id, version: message.version, send, sign }
    linesDown.push(
      lineKey.lineUp(),
      await deps.control.lineUp(line),
      await deps.releases.lineUp(line),
      await deps.firmware.lineUp(line),
    )
    if (isEnded) hangUp()
  }

  /** Where it cannot be stored, the box counts as away once it has not been seen for a while. */
  async function noteEnd(): Promise<void> {
    if (!controllerId) return
    await recordHangUp(store.db, controllerId, connectionId).catch((error: unknown) =>
      logger.info({ err: error, controllerId }, 'the end of a line was not noted'),
    )
  }

  /** The box starts a new epoch and comes back with everything that was not acknowledged. */
  function orderNewEpoch(cause: SpoolConflict): void {
    if (state === 'closed') return
    logger.warn({ controllerId, cause }, 'the memory of a box is not the one known')
    send({ type: 'new-epoch', cause })
    close(1008, 'new-epoch')
  }

  /** Numbers mean other content than before: nothing is acknowledged until the box has a new epoch. */
  async function memoryConflicts(id: string, why: 'conflict' | 'unsaved'): Promise<void> {
    if (why === 'conflict') await deps.onMemoryConflict(id, 'restored')
    if (showsEpoch) return orderNewEpoch('restored')
    await batches.startServerEpoch(id, clock())
    close(1012, 'memory changed')
  }

  async function tellPowerSettings(): Promise<void> {
    if (!controllerId) return
    await skipUnstorable('power-settings', tellSettings)
    await skipUnstorable('rules', tellRules)
    await tellEconomy()
    // Reported before the box had an owner, it is kept as soon as there is one.
    await keepCheck()
  }

  async function tellSettings(): Promise<void> {
    const set = controllerId && (await deps.power.settingsOf(store.db, controllerId))
    if (set) send({ type: 'power-settings', ...set })
  }

  /** Also that none is on: the box may have some of another ship, or of its owner before. */
  async function tellRules(): Promise<void> {
    if (controllerId && knowsRules)
      send({ type: 'rules', ...(await deps.power.rulesOf(store.db, controllerId)) })
  }

  async function tellEconomy(): Promise<void> {
    if (!controllerId) return
    economySentAt = clock()
    try {
      send({ type: 'economy', ...(await deps.power.economyOf(store.db, controllerId)) })
    } catch (error) {
      // The box works on with what was sent to it last; its measurements must not wait for a market.
      logger.error({ err: error, controllerId }, 'what mining earns could not be sent to a box')
    }
  }

  async function storeBatch(
    seq: number,
    reading: BatchReading,
    memory: BatchMemory,
    offsetMs: number | undefined,
  ): Promise<void> {
    if (!controllerId) return
    const id = controllerId
    const outcome = await patiently(() =>
      reading.ok
        ? storeReadable(id, reading, memory, offsetMs ?? clockOffsetMs)
        : setAside(id, seq, reading.reason, memory),
    )
    if (outcome === 'conflict' || outcome === 'unsaved') return memoryConflicts(controllerId, outcome)
    inFlight--
    send({ type: 'ack', seq, ...(outcome ? { rejected: outcome } : {}) })
    await touch()
  }

  async function storeReadable(
    id: string,
    reading: Extract<BatchReading, { ok: true }>,
    memory: BatchMemory,
    offsetMs: number,
  ) {
    const { batch, refused, mended } = reading
    const input = { controllerId: id, batch, memory, refused, clockOffsetMs: offsetMs, receivedAt: clock() }
    const result = await batches.ingestBatch(input)
    if (result.conflict) return 'conflict'
    if (result.unsaved) return 'unsaved'
    deps.onSamples?.(result.stored, result.duplicate)
    if (result.duplicate) return null
    const { setAside: rows, setAsideReason } = result
    if (rows > 0 || mended.length > 0) {
      logger.warn(
        { controllerId: id, seq: batch.seq, setAside: rows, setAsideReason, mended },
        'odd values in a batch',
      )
      deps.onPoison?.({ setAside: rows, mended: mended.length })
    }
    return rows > 0 ? { rows, reason: cleanText(setAsideReason ?? '', 300) } : null
  }

  async function setAside(id: string, seq: number, reason: string, memory: BatchMemory) {
    const input = { controllerId: id, seq, memory, reason, receivedAt: clock() }
    const outcome = await batches.setBatchAside(input)
    if (outcome === 'conflict' || outcome === 'unsaved') return outcome
    logger.error({ controllerId: id, seq, reason }, 'a batch cannot be read and is set aside')
    if (outcome === 'new') deps.onPoison?.({ setAside: 1, mended: 0 })
    return { rows: 1, reason }
  }

  async function effective(
    message: Extract<ReturnType<typeof UplinkToServerSchema.parse>, { type: 'power-settings' }>,
  ): Promise<void> {
    if (controllerId) await deps.power.storeEffective(store.db, controllerId, message)
  }

  async function keepCheck(): Promise<void> {
    if (controllerId && check) await deps.power.storeCommissioning(store.db, controllerId, check)
  }

  async function noteMemory({ type: _, ...memory }: { type: 'memory' } & MemoryState): Promise<void> {
    if (!controllerId) return
    await recordMemory(store.db, controllerId, memory)
    await store.notify('live', JSON.stringify({ controllerId }))
  }

  async function keepDiagnosis({
    askId: setId,
    board,
  }: {
    askId: string
    board: BoardAnswer
  }): Promise<void> {
    if (controllerId) await keepBoardAnswer(store.db, controllerId, { setId, board }, clock())
  }

  async function take(
    message: Extract<
      ReturnType<typeof UplinkToServerSchema.parse>,
      {
        type:
          | 'answer'
          | 'diagnosed'
          | 'power-settings'
          | 'rules'
          | 'update-state'
          | 'mark-kept'
          | 'memory'
          | 'strangers'
          | 'logins'
          | 'commissioning'
          | 'firmware-progress'
      }
    >,
  ): Promise<void> {
    if (message.type === 'answer') await deps.control.onAnswer(message)
    else if (message.type === 'diagnosed') await keepDiagnosis(message)
    else if (message.type === 'power-settings') await effective(message)
    else if (message.type === 'rules') {
      if (controllerId) await deps.power.storeRules(store.db, controllerId, message.settings)
    } else if (message.type === 'commissioning') {
      check = message.report
      await keepCheck()
    } else if (message.type === 'memory') await noteMemory(message)
    else if (message.type === 'strangers') {
      if (controllerId) await deps.control.storeStrangers(controllerId, message.strangers)
    } else if (message.type === 'logins') {
      if (controllerId) await deps.control.storeLogins(controllerId, message.logins)
    } else if (message.type === 'mark-kept') await batches.keepMark(epochId, message.mark)
    else if (message.type === 'firmware-progress') {
      if (controllerId) await deps.firmware.recordProgress(controllerId, message)
    } else if (controllerId) await deps.releases.recordUpdateState(controllerId, message)
  }

  /** What can never be stored or reported is left out, so that it does not hold up what a box measures. */
  async function skipUnstorable(type: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isPermanentFailure(error)) throw error
      logger.error({ err: error, controllerId, type }, 'left out, because it can never be stored or reported')
    }
  }

  async function touch(): Promise<void> {
    const now = clock()
    if (!controllerId || now - touchedAt < touchEveryMs) return
    touchedAt = now
    if (now - economySentAt >= economyEveryMs) await tellEconomy()
    const id = controllerId
    if (await patiently(() => touchController(store.db, id, connectionId, new Date(now))))
      await store.notify('live', JSON.stringify({ controllerId }))
    else refuse('replaced')
  }

  function receiveBatch(raw: Record<string, unknown>): void {
    // The offset may be known better when the same batch is sent again.
    const { type: _, clockOffsetMs: offsetMs, held, ...content } = raw
    const reading = readBatch(content)
    const seq = reading.ok ? reading.batch.seq : reading.seq
    if (state !== 'live' || seq === null) refuse('bad-message')
    else if (++inFlight > maxInFlight) refuse('overloaded')
    else
      enqueue(() =>
        storeBatch(
          seq,
          reading,
          { epochId, content, isHeld: held === true },
          ClockOffsetSchema.safeParse(offsetMs).data,
        ),
      )
  }

  const session: UplinkSession = {
    connectionId,
    controllerId: () => controllerId,
    receive(text) {
      if (state === 'closed') return
      const raw = parseJson(text)
      if (raw === null) return refuse('bad-message')
      if (raw.type === 'batch') return receiveBatch(raw)
      const message = UplinkToServerSchema.safeParse(raw).data
      if (message?.type === 'hello') {
        if (state !== 'challenged') return refuse('bad-message')
        state = 'checking'
        enqueue(() => hello(message))
      } else if (state !== 'live') refuse('bad-message')
      // A controller repeats this after each handshake, so refusing the connection because of it would last for ever.
      else if (message === undefined)
        logger.warn({ controllerId, type: cleanText(String(raw.type), 40) }, 'message not understood')
      else if (message.type !== 'batch') enqueue(() => skipUnstorable(message.type, () => take(message)))
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
    onClose() {
      isEnded = true
      hangUp()
      queue = queue.then(noteEnd)
    },
    whenStored: () => queue,
  }
  send({ type: 'challenge', nonce, serverTime: challengedAt })
  return session
}

/** Null: not a JSON object. */
function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
