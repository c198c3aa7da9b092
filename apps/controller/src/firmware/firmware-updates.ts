import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirmwareOffer, FirmwareOrder, FirmwareProgress } from '@shipminer/contract/control/firmware'
import { isSameFirmware } from '@shipminer/domain/firmware/families'
import { findMisfit, imageHeadBytes, recogniseImage } from '@shipminer/domain/firmware/recognise-image'
import type {
  ControlContext,
  DeviceCredentials,
  DeviceTarget,
  FirmwareControl,
  FirmwareUpload,
} from '../drivers/device-control.ts'
import { backOffMs } from '../platform/back-off.ts'
import { type Clock, pause } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { downloadFile } from '../update/download.ts'
import { checkFirmwareOrder } from './firmware-order.ts'
import { advance, newSeries, nextWork, progressOf, type SeriesEvent } from './series.ts'
import { type KeptSeries, openSeriesStore } from './series-store.ts'

/** Time to send a whole file over a ship's network, ms. */
const SEND_MS = 600_000
const LOOK_MS = 8_000
const BETWEEN_LOOKS_MS = 5_000
const RETRY = { firstMs: 5_000, longestMs: 600_000 }
/** A complete file that is not the signed one is fetched again this often. */
const WHOLE_TRIES = 2
/** Left free on the disk beside the file, bytes: what measures must never lack room because of firmware. */
const SPARE_BYTES = 64 * 1024 * 1024
const TELL_EVERY_PERCENT = 2

/** A miner of a series, as the controller knows it. */
export type UpdatedDevice = {
  target: DeviceTarget
  /** Null: its driver knows no way to install a file. */
  firmware: FirmwareControl | null
}

export type FirmwareUpdates = {
  onOffer(offer: FirmwareOffer): Promise<void>
  onCancel(orderId: string): Promise<void>
  /** A line is there: everything known is reported again. */
  onWelcome(): void
  stop(): Promise<void>
}

type Options = {
  /** Miners that are being updated, kept here: nothing on board starts, stops or restarts them. */
  updating: Set<string>
  dataDir: string
  serverUrl: string
  controllerId: string
  commandKeys: Parameters<typeof checkFirmwareOrder>[1]['commandKeys']
  /** The server's clock, by which orders expire, ms. */
  serverNow: () => number
  findDevice: (deviceKey: string) => UpdatedDevice | null
  credentialsOf: (deviceKey: string) => DeviceCredentials | null
  /** Does work for a device when nothing else is being done to it, and lets nothing else begin meanwhile. */
  alone: (deviceKey: string, work: () => Promise<void>) => Promise<void>
  /** The crew or the generator does not allow a restart now. */
  isHeldBack: (deviceKey: string) => boolean
  /** Its owner wants it stopped. */
  isStopped: (deviceKey: string) => boolean
  putToRest: (deviceKey: string) => Promise<void>
  /** A miner showed that it runs another version now. */
  noteVersion: (deviceKey: string, version: string | null) => void
  tell: (message: FirmwareProgress) => void
  fetchFn: typeof fetch
  clock: Clock
  random: () => number
  log: Logger
  /** For tests. */
  pauseFn?: typeof pause
  freeBytes?: (folder: string) => Promise<number>
}

/**
 * Installs firmware on miners from a file, by a signed order: fetches it, checks it, and updates one miner after the other until one fails. Each
 * step is on disk before it is taken, so that a restart of this box goes on where it was and sends nothing twice. Nothing here throws.
 */
export async function openFirmwareUpdates(options: Options): Promise<FirmwareUpdates> {
  const { clock, log } = options
  const folder = join(options.dataDir, 'firmware')
  const store = await openSeriesStore(join(folder, 'series.json'), log)
  const wait = options.pauseFn ?? pause
  const stopping = new AbortController()
  const { updating } = options
  let work: { orderId: string; cancel: AbortController; done: Promise<void> } | null = null
  let fetchedPercent: number | null = null
  /** Where the file of a series is, as the server said last: an address does not live for ever. */
  const paths = new Map<string, string>()

  const fileOf = (order: FirmwareOrder) => join(folder, `${order.file.sha256}.bin`)
  const tell = ({ order, series }: KeptSeries) =>
    options.tell(progressOf(order.id, series, work?.orderId === order.id ? fetchedPercent : null))
  const current = (orderId: string): KeptSeries => {
    const kept = store.find(orderId)
    if (kept === null) throw new Error('the series is not known')
    return kept
  }
  const find = (deviceKey: string) => options.findDevice(deviceKey)
  const patienceOf = (deviceKey: string) => find(deviceKey)?.firmware?.patienceMs ?? 0

  /** Steps follow each other: each is of the state that the last one left. */
  let stepping: Promise<unknown> = Promise.resolve()
  function step(orderId: string, event: SeriesEvent): Promise<void> {
    const stepped = stepping.then(() => takeStep(orderId, event))
    stepping = stepped.catch(() => {})
    return stepped
  }

  /** On disk first, then reported. Throws what the disk throws where a miner would be sent the file; how that ends is reported in any case. */
  async function takeStep(orderId: string, event: SeriesEvent): Promise<void> {
    const kept = current(orderId)
    const { file } = kept.order
    const series = advance(kept.series, event, { now: clock.now(), file })
    if (series === kept.series) return
    try {
      await store.keep({ ...current(orderId), series })
    } catch (error) {
      if (event.type === 'begin') throw error
      log.error({ orderId, error: errorText(error) }, 'a step of a firmware update could not be kept')
      store.hold({ ...kept, series })
    }
    const { step: at, state, reason } = series
    const deviceKey = 'deviceKey' in event ? event.deviceKey : null
    log.info({ orderId, event: event.type, deviceKey, step: at, state, reason }, 'firmware')
    tell(current(orderId))
    if (deviceKey === null) return
    const run = series.devices.find((one) => one.deviceKey === deviceKey)
    if (run?.name === 'ended' && run.version !== null) options.noteVersion(deviceKey, run.version)
  }

  async function run(orderId: string, cancel: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([cancel, stopping.signal])
    for (;;) {
      const { series } = current(orderId)
      const todo = nextWork(series)
      if (todo === null || stopping.signal.aborted) return
      if (todo.kind === 'fetch') await fetchFile(orderId, signal)
      else if (todo.kind === 'check') await check(orderId)
      else await update(orderId, todo.run.deviceKey)
    }
  }

  async function fetchFile(orderId: string, signal: AbortSignal): Promise<void> {
    const { order } = current(orderId)
    const { sha256, bytes } = order.file
    const path = fileOf(order)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await tidy(path)
    if ((await freeBytes(folder)) < bytes + SPARE_BYTES) {
      await step(orderId, { type: 'refused', reason: 'disk' })
      return
    }
    let wholeTries = 0
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const got = await downloadFile({
        url: `${options.serverUrl}${paths.get(orderId) ?? current(orderId).path}`,
        path,
        wanted: { sha256, bytes },
        fetchFn: options.fetchFn,
        signal,
        onProgress: (size) => notePercent(orderId, Math.floor((size / bytes) * 100)),
      })
      if (got.ok) {
        await step(orderId, { type: 'fetched' })
        return
      }
      if (!got.again) wholeTries += 1
      if (wholeTries >= WHOLE_TRIES) {
        await step(orderId, { type: 'refused', reason: 'digest' })
        return
      }
      if (signal.aborted) return
      log.warn({ cause: got.cause }, 'the firmware did not come whole; trying again')
      await wait(backOffMs(attempt, options.random, RETRY), signal)
    }
  }

  function notePercent(orderId: string, percent: number): void {
    if (fetchedPercent !== null && percent < fetchedPercent + TELL_EVERY_PERCENT) return
    fetchedPercent = percent
    tell(current(orderId))
  }

  /** Nothing of series that came to nothing stays on the disk. */
  async function tidy(wanted: string | null): Promise<void> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (name.endsWith('.bin') && path !== wanted) await rm(path, { force: true })
    }
  }

  async function freeBytes(path: string): Promise<number> {
    if (options.freeBytes) return options.freeBytes(path)
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  }

  async function check(orderId: string): Promise<void> {
    const { order } = current(orderId)
    const image = recogniseImage(await headOf(fileOf(order)))
    const misfit = findMisfit(image, order.file)
    await step(orderId, misfit === null ? { type: 'fits' } : { type: 'refused', reason: misfit })
  }

  async function update(orderId: string, deviceKey: string): Promise<void> {
    updating.add(deviceKey)
    try {
      await options.alone(deviceKey, () => updateAlone(orderId, deviceKey))
      // With its new firmware it may have woken up; what its owner stopped rests again before anything else looks at it.
      if (options.isStopped(deviceKey) && !stopping.signal.aborted) await options.putToRest(deviceKey)
    } finally {
      updating.delete(deviceKey)
    }
  }

  const runOf = (orderId: string, deviceKey: string) =>
    current(orderId).series.devices.find((one) => one.deviceKey === deviceKey)

  async function updateAlone(orderId: string, deviceKey: string): Promise<void> {
    if (stopping.signal.aborted) return
    if (runOf(orderId, deviceKey)?.name === 'waiting') await begin(orderId, deviceKey)
    while (runOf(orderId, deviceKey)?.name === 'restarting' && !stopping.signal.aborted) {
      await wait(BETWEEN_LOOKS_MS, stopping.signal)
      if (stopping.signal.aborted) return
      const look = await lookAt(deviceKey)
      await step(orderId, { type: 'looked', deviceKey, look, isStopped: options.isStopped(deviceKey) })
    }
  }

  async function lookAt(deviceKey: string) {
    const device = find(deviceKey)
    if (device?.firmware == null) return { shows: 'nothing' } as const
    return device.firmware.look(device.target, options.credentialsOf(deviceKey), contextOf(LOOK_MS))
  }

  const contextOf = (timeoutMs: number): ControlContext => ({
    timeoutMs,
    now: clock.now,
    signal: stopping.signal,
  })

  /** Its owner stopped it after the order came, and may have their hands in it: it is not made to restart. */
  const isStoppedSince = (orderId: string, deviceKey: string) =>
    options.isStopped(deviceKey) && !current(orderId).restingBefore.includes(deviceKey)

  async function begin(orderId: string, deviceKey: string): Promise<void> {
    const { order } = current(orderId)
    const device = find(deviceKey)
    const refuse = (reason: Extract<SeriesEvent, { type: 'failed' }>['reason']) =>
      step(orderId, { type: 'failed', deviceKey, state: 'refused', reason })
    if (device === null) return refuse('unknown-device')
    const { firmware, target } = device
    if (firmware === null || target.identity.driver !== order.file.family) return refuse('unsupported')
    if (target.identity.model !== order.file.model) return refuse('other-model')
    if (options.isHeldBack(deviceKey)) return refuse('held-on-board')
    if (isStoppedSince(orderId, deviceKey)) return refuse('stopped-by-owner')
    const look = await lookAt(deviceKey)
    if (look.shows === 'other-device') return refuse('wrong-device')
    if (look.shows === 'nothing') {
      await step(orderId, { type: 'failed', deviceKey, state: 'unreachable', reason: null })
      return
    }
    const { version } = look
    if (isSameFirmware(order.file.family, order.file.version, version)) {
      await step(orderId, { type: 'already', deviceKey, version })
      return
    }
    // From here on it is never sent the file again, whatever happens to this box.
    const mustHash = look.isHashing === true
    await step(orderId, { type: 'begin', deviceKey, versionBefore: version, mustHash })
    // Cancelled or stopped at the last moment.
    if (isStoppedSince(orderId, deviceKey)) return refuse('stopped-by-owner')
    if (runOf(orderId, deviceKey)?.name !== 'sending') return
    const upload: FirmwareUpload = {
      name: order.file.name,
      bytes: order.file.bytes,
      sha256: order.file.sha256,
      open: () => createReadStream(fileOf(order)),
    }
    const login = options.credentialsOf(deviceKey)
    const sent = await firmware.send(target, upload, login, contextOf(SEND_MS))
    // What a stop of this box broke off is looked at after its next start.
    if (stopping.signal.aborted) return
    if (sent.outcome === 'sent')
      await step(orderId, { type: 'sent', deviceKey, patienceMs: firmware.patienceMs })
    else if (sent.outcome === 'unreachable')
      await step(orderId, { type: 'failed', deviceKey, state: 'unreachable', reason: null })
    else await refuse(knownReason(sent.reason))
  }

  function take(orderId: string): void {
    const cancel = new AbortController()
    fetchedPercent = null
    const done = run(orderId, cancel.signal)
      .catch(async (error: unknown) => {
        log.error({ orderId, error: errorText(error) }, 'a firmware update failed in the controller')
        await step(orderId, { type: 'refused', reason: isOfDisk(error) ? 'disk' : 'internal' })
      })
      .then(() => (stopping.signal.aborted ? undefined : tidy(null)))
      .catch((error: unknown) =>
        log.warn({ error: errorText(error) }, 'a file of firmware stays on the disk'),
      )
      .finally(() => {
        if (work?.orderId === orderId) work = null
      })
    work = { orderId, cancel, done }
  }

  async function resume(): Promise<void> {
    const unfinished = store.all().find(({ series }) => series.name !== 'ended')
    if (unfinished === undefined) return
    await step(unfinished.order.id, { type: 'interrupted', patienceMs: patienceOf })
    for (const { deviceKey, name } of current(unfinished.order.id).series.devices)
      if (name === 'restarting') updating.add(deviceKey)
    take(unfinished.order.id)
  }
  await resume().catch((error: unknown) =>
    log.error({ error: errorText(error) }, 'a firmware update of before the restart cannot go on'),
  )

  /** What arrives is taken one after the other: an order that is sent again must find itself. */
  let arriving: Promise<void> = Promise.resolve()
  const inTurn = (take: () => Promise<void>) => {
    arriving = arriving.then(take)
    return arriving
  }

  async function takeOffer(offer: FirmwareOffer): Promise<void> {
    const checked = checkFirmwareOrder(offer, options)
    if (!checked.ok) {
      log.warn({ reason: checked.reason }, 'an order for firmware was not taken')
      return
    }
    const { order } = checked
    try {
      const known = store.find(order.id)
      if (known !== null) {
        paths.set(order.id, offer.path)
        return tell(known)
      }
      // A series that has ended only tidies up after itself: the next one may have been ordered because of its end.
      if (work !== null && current(work.orderId).series.name === 'ended') await work.done
      const refused = work !== null ? 'busy' : options.serverNow() >= order.expiresAt ? 'expired' : null
      const restingBefore = order.deviceKeys.filter(options.isStopped)
      await store.keep({ order, path: offer.path, series: newSeries(order.deviceKeys), restingBefore })
      if (refused !== null) return await step(order.id, { type: 'refused', reason: refused })
      tell(current(order.id))
      take(order.id)
    } catch (error) {
      log.error({ error: errorText(error) }, 'an order for firmware could not be kept')
      const series = { ...newSeries(order.deviceKeys), state: 'refused', reason: 'disk' } as const
      options.tell(progressOf(order.id, series, null))
    }
  }

  async function takeCancel(orderId: string): Promise<void> {
    if (store.find(orderId) === null) return
    await step(orderId, { type: 'cancelled' })
    if (work?.orderId === orderId) work.cancel.abort()
  }

  return {
    onOffer: (offer) => inTurn(() => takeOffer(offer)),
    onCancel: (orderId) => inTurn(() => takeCancel(orderId)),
    onWelcome() {
      for (const kept of store.all()) tell(kept)
    },
    async stop() {
      stopping.abort()
      await work?.done
    },
  }
}

/** The beginning of a file, as far as it is examined. */
async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(imageHeadBytes), 0, imageHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type SentReason = 'login' | 'writes-disabled' | 'code-required' | 'wrong-device'
const sentReasons: readonly string[] = [
  'login',
  'writes-disabled',
  'code-required',
  'wrong-device',
] satisfies SentReason[]

function knownReason(reason: string): SentReason | 'device-error' {
  return sentReasons.includes(reason) ? (reason as SentReason) : 'device-error'
}

const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
