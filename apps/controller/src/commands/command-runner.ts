import type { KeyObject } from 'node:crypto'
import type { CommandOrder, CommandReport } from '@shipminer/contract/control'
import {
  type Accepted,
  type ConfigImage,
  type DeviceCommand,
  type DeviceControl,
  type DeviceTarget,
  freshMemo,
} from '../drivers/device-control.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import type { CommandJournal, JournalRecord } from './command-journal.ts'
import { type CommandEvent, type CommandRun, confirmWithinMs, transition } from './command-state.ts'
import type { CredentialStore } from './credential-store.ts'
import {
  type CommandEnd,
  type CommandReason,
  type CommandResult,
  deviceCommandFrom,
} from './device-command.ts'
import { createDeviceLanes } from './device-lanes.ts'
import type { ImageStore } from './image-store.ts'
import type { SealedBox } from './sealed-box.ts'
import { checkOrder, type OrderCheck } from './signed-order.ts'

/** Time one device may take to accept a command, ms: its own settings read, written and read back. */
const EXECUTE_MS = 15_000
/** Time of one look at whether it came true. */
const LOOK_MS = 6_000
const BETWEEN_LOOKS_MS = 3_000
/** The record of an order to every device itself. */
const EVERY_DEVICE = '*'

export type CommandRunnerOptions = {
  controllerId: string
  /** The server's keys; none until one is known, and then no order is carried out. */
  commandKeys: () => readonly KeyObject[]
  /** Controller clock and server clock, ms. */
  now: () => number
  serverNow: () => number
  /** Waits; ends early when the signal aborts. */
  pause: (durationMs: number, signal: AbortSignal) => Promise<void>
  findDevice: (deviceKey: string) => { target: DeviceTarget; control: DeviceControl } | null
  deviceKeys: () => readonly string[]
  /** Why a command from shore may not run now: master stop, a limit set on board. Null: it may. */
  heldBack?: (deviceKey: string, command: DeviceCommand) => boolean
  /** An order that is new and in time, before it begins: from now on its wish counts. */
  onTaken?: (order: CommandOrder, deviceKey: string) => void
  /** A command of before the restart that is still being confirmed. */
  onResumed?: (commandId: string, deviceKey: string, command: DeviceCommand) => void
  /** Whether its owner wants a device stopped: then the board itself does not start it, also not with a command that waited. */
  isUnwanted?: (deviceKey: string) => boolean
  credentials: Pick<CredentialStore, 'get'>
  /** Orders about logins, which are the box's own affair and not a command to a device. */
  logins?: { take(order: CommandOrder): Promise<void> }
  images: ImageStore
  journal: CommandJournal
  box: SealedBox
  /** Hands a report on to shore; it is kept until it arrived. */
  onReport: (report: CommandReport) => void
  log: Logger
}

export type CommandRunner = {
  /** An order as received. When it is sent again, it is not run again: its result is reported again. */
  receive(order: string, signature: string): Promise<OrderCheck | { ok: false; reason: 'no-key' }>
  /**
   * A command of the board itself, such as the generator's follower. Goes before orders that wait, ends the waiting for
   * another's confirmation, and is neither signed nor kept.
   */
  act(deviceKey: string, command: DeviceCommand): Promise<CommandEnd>
  /** Does other work for a device when no command runs on it, and lets none run meanwhile. Resolves when it is done. */
  alone(deviceKey: string, work: () => Promise<void>): Promise<void>
  /** Whether a command runs, is being confirmed or waits for this device, or without a name for any. */
  isBusy(deviceKey?: string): boolean
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
  /** Accepts nothing more and ends the waiting; confirming continues after the next start. */
  stop(): Promise<void>
}

type Job = {
  deviceKey: string
  command: DeviceCommand
  /** Null for a command of the board itself. */
  commandId: string | null
  run: CommandRun
  image: ConfigImage | null
}

/** What continues after a restart. */
type Resumable = { command: DeviceCommand; accepted: Accepted; deadlineAt: number }

/**
 * Carries out commands: one at a time for a device, each once, none after its time, and each until its end is known.
 * Commands that were confirming when the controller stopped continue at once.
 */
export function createCommandRunner(options: CommandRunnerOptions): CommandRunner {
  const { journal, log, now } = options
  const stopping = new AbortController()
  const lanes = createDeviceLanes((error) =>
    log.error({ error: errorText(error) }, 'a command failed in the controller'),
  )

  const step = (job: Job, event: CommandEvent): void => {
    const next = transition(job.run, event, { now: now(), serverNow: options.serverNow() })
    if (next.ok) job.run = next.run
  }

  function report(record: JournalRecord): void {
    if (record.deviceKey === EVERY_DEVICE) return
    options.onReport({
      commandId: record.commandId,
      deviceKey: record.deviceKey,
      at: record.at,
      state: record.state === 'finished' ? (record.result as CommandResult) : 'running',
      reason: record.reason,
      restorable: record.restorable,
    })
  }

  /** On disk first, then reported. */
  async function note(job: Job): Promise<void> {
    if (job.commandId === null || job.run.name === 'received') return
    const { run } = job
    const isFinished = run.name === 'finished'
    const record: JournalRecord = {
      commandId: job.commandId,
      deviceKey: job.deviceKey,
      at: now(),
      state: run.name,
      kind: job.command.kind,
      result: isFinished ? run.result : null,
      reason: isFinished ? run.reason : null,
      restorable: job.image !== null && job.command.kind !== 'locate',
      sealed: run.name === 'confirming' ? sealResumable(job, run) : null,
    }
    try {
      await journal.write(record)
    } catch (error) {
      // Without a disk the command still runs; sent again after a restart it would run twice at most.
      log.error({ error: errorText(error) }, 'the command journal cannot be written')
    }
    if (run.name !== 'confirming') report(record)
  }

  function sealResumable(job: Job, run: CommandRun & { name: 'confirming' }): string {
    const resumable: Resumable = { command: job.command, accepted: run.accepted, deadlineAt: run.deadlineAt }
    return options.box.seal(JSON.stringify(resumable), 'command')
  }

  async function carryOut(job: Job, superseded: AbortSignal): Promise<void> {
    if (job.run.name === 'received') await start(job, superseded)
    while (nameOf(job) === 'confirming') {
      await options.pause(BETWEEN_LOOKS_MS, AbortSignal.any([superseded, stopping.signal]))
      if (stopping.signal.aborted) return
      await look(job)
      if (superseded.aborted && nameOf(job) === 'confirming') step(job, { type: 'superseded' })
      if (nameOf(job) !== 'confirming') await note(job)
    }
  }

  async function start(job: Job, superseded: AbortSignal): Promise<void> {
    const device = options.findDevice(job.deviceKey)
    const isHeld =
      job.commandId === null
        ? isStart(job.command) && options.isUnwanted?.(job.deviceKey) === true
        : options.heldBack?.(job.deviceKey, job.command) === true
    // Of two orders to start or stop, the later one is what is wanted.
    step(job, { type: superseded.aborted && isAboutRest(job.command) ? 'superseded' : 'begin' })
    if (nameOf(job) === 'running' && device === null) reject(job, 'refused', 'unknown-device')
    if (nameOf(job) === 'running' && isHeld) reject(job, 'refused', 'held-on-board')
    await note(job)
    if (nameOf(job) === 'running' && device !== null) await execute(job, device)
  }

  function reject(job: Job, result: CommandResult, reason: CommandReason): void {
    step(job, { type: 'rejected', result, reason })
  }

  async function execute(
    job: Job,
    { target, control }: { target: DeviceTarget; control: DeviceControl },
  ): Promise<void> {
    const keep = async (image: ConfigImage) => {
      if (job.commandId === null) return
      try {
        await options.images.keep(job.commandId, image)
        job.image = image
      } catch (error) {
        log.error({ error: errorText(error) }, 'the settings of before could not be kept')
        // Nothing is changed that could not be restored, but a unit can always be stopped.
        if (!isAboutRest(job.command)) throw error
      }
    }
    try {
      const execution = await control.execute(target, job.command, options.credentials.get(job.deviceKey), {
        timeoutMs: EXECUTE_MS,
        now,
        keep,
      })
      step(job, { type: 'executed', execution, deadlineMs: confirmWithinMs(job.command.kind) })
    } catch (error) {
      log.error({ error: errorText(error), kind: job.command.kind }, 'a driver failed')
      reject(job, 'unconfirmed', 'internal')
    }
    await note(job)
  }

  async function look(job: Job): Promise<void> {
    const { run } = job
    if (run.name !== 'confirming') return
    const pending = { verdict: 'pending', memo: { ...run.memo, wasAway: true } } as const
    const device = options.findDevice(job.deviceKey)
    const login = options.credentials.get(job.deviceKey)
    const context = { timeoutMs: LOOK_MS, now }
    try {
      const seen = await device?.control.confirm(
        device.target,
        job.command,
        run.accepted,
        run.memo,
        login,
        context,
      )
      step(job, { type: 'looked', confirmation: seen ?? pending })
    } catch (error) {
      log.error({ error: errorText(error), kind: job.command.kind }, 'a driver failed')
      step(job, { type: 'looked', confirmation: pending })
    }
  }

  function newJob(
    commandId: string | null,
    deviceKey: string,
    command: DeviceCommand,
    expiresAt: number,
  ): Job {
    return { deviceKey, command, commandId, run: { name: 'received', expiresAt }, image: null }
  }

  /** Commands that are known to wait, so that an order sent again meanwhile is not queued twice. */
  const waiting = new Set<string>()

  async function begin(order: CommandOrder, deviceKey: string): Promise<void> {
    const known = journal.find(order.id, deviceKey)
    if (known !== null) {
      report(known)
      return
    }
    const name = `${order.id} ${deviceKey}`
    if (waiting.has(name)) return
    const meant = deviceCommandFrom(order, (id) => options.images.find(id, deviceKey))
    const command: DeviceCommand = meant.ok ? meant.command : { kind: 'restart' }
    const job = newJob(order.id, deviceKey, command, order.expiresAt)
    if (!meant.ok) return end(job, 'refused', meant.reason)
    waiting.add(name)
    if (options.serverNow() < order.expiresAt) options.onTaken?.(order, deviceKey)
    const isTaken = lanes.add(deviceKey, {
      isUrgent: false,
      supersedes: isAboutRest(command),
      work: (superseded) => carryOut(job, superseded).finally(() => waiting.delete(name)),
    })
    if (isTaken) return
    waiting.delete(name)
    await end(job, 'refused', 'too-many-waiting')
  }

  async function end(job: Job, result: CommandResult, reason: CommandReason): Promise<void> {
    reject(job, result, reason)
    await note(job)
  }

  async function beginEverywhere(order: CommandOrder): Promise<void> {
    const known = journal.of(order.id)
    if (known.length > 0) {
      for (const record of known) report(record)
      return
    }
    await journal.write({
      commandId: order.id,
      deviceKey: EVERY_DEVICE,
      at: now(),
      state: 'finished',
      kind: order.action,
      result: null,
      reason: null,
      restorable: false,
      sealed: null,
    })
    const keys = options.deviceKeys()
    if (keys.length === 0) {
      options.onReport({
        commandId: order.id,
        deviceKey: null,
        at: now(),
        state: 'refused',
        reason: 'unknown-device' satisfies CommandReason,
        restorable: false,
      })
    }
    await Promise.all(keys.map((deviceKey) => begin(order, deviceKey)))
  }

  async function resume(): Promise<void> {
    for (const record of journal.listUnfinished()) {
      const resumable =
        record.sealed === null ? null : openResumable(options.box.open(record.sealed, 'command'))
      const command: DeviceCommand = resumable?.command ?? { kind: 'restart' }
      const job = newJob(record.commandId, record.deviceKey, command, 0)
      job.run = { name: 'running' }
      if (resumable === null) {
        step(job, { type: 'interrupted' })
        await note(job)
        continue
      }
      job.image = resumable.accepted.image
      const { accepted, deadlineAt } = resumable
      job.run = { name: 'confirming', deadlineAt, accepted, memo: freshMemo }
      options.onResumed?.(record.commandId, record.deviceKey, command)
      lanes.add(job.deviceKey, {
        isUrgent: false,
        supersedes: false,
        work: (superseded) => carryOut(job, superseded),
      })
    }
  }
  const resumed = resume().catch((error: unknown) => {
    log.error({ error: errorText(error) }, 'commands of before the restart could not be taken up')
  })

  return {
    async receive(text, signature) {
      await resumed
      const keys = options.commandKeys()
      if (keys.length === 0 || stopping.signal.aborted) return { ok: false, reason: 'no-key' }
      const checked = checkOrder(text, signature, keys, options.controllerId)
      if (!checked.ok) {
        log.warn({ reason: checked.reason }, 'an order was not taken')
        return checked
      }
      const { order } = checked
      if (order.action === 'set-login' || order.action === 'remove-login') await options.logins?.take(order)
      else if (order.deviceKey === null) await beginEverywhere(order)
      else await begin(order, order.deviceKey)
      return checked
    },
    act(deviceKey, command) {
      if (stopping.signal.aborted) return Promise.resolve({ result: 'cancelled', reason: null })
      const job = newJob(null, deviceKey, command, Number.POSITIVE_INFINITY)
      return new Promise((resolve) => {
        lanes.add(deviceKey, {
          isUrgent: true,
          supersedes: true,
          work: async (superseded) => {
            await carryOut(job, superseded)
            resolve(
              job.run.name === 'finished'
                ? { result: job.run.result, reason: job.run.reason }
                : { result: 'cancelled', reason: null },
            )
          },
        })
      })
    },
    alone(deviceKey, work) {
      return new Promise((resolve, reject) => {
        lanes.add(deviceKey, {
          isUrgent: true,
          supersedes: false,
          work: () => work().then(resolve, reject),
        })
      })
    },
    isBusy: lanes.isBusy,
    async idle() {
      await resumed
      await lanes.idle()
    },
    async stop() {
      stopping.abort()
      await resumed
      await lanes.idle()
    },
  }
}

const nameOf = (job: Job): CommandRun['name'] => job.run.name

function isAboutRest(command: DeviceCommand): boolean {
  return ['start', 'stop', 'sleep', 'wake'].includes(command.kind)
}

/** What leaves a device running, whatever it did before. */
const isStart = ({ kind }: DeviceCommand): boolean => ['start', 'wake', 'restart', 'reboot'].includes(kind)

function openResumable(text: string | null): Resumable | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as Resumable
  } catch {
    return null
  }
}
