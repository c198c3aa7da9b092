import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseManifest, UpdateOffer, UpdateReason, UpdateState } from '@shipminer/contract/releases'
import { writeFileAtomically } from '../platform/atomic-file.ts'
import { backOffMs } from '../platform/back-off.ts'
import { type Clock, pause } from '../platform/clock.ts'
import { errorText, type Logger } from '../platform/logger.ts'
import { checkOffer } from './check-offer.ts'
import { download } from './download.ts'
import type { SelfTested } from './self-test.ts'
import {
  aliveFile,
  prove,
  ranWell,
  readSwitch,
  switchTo,
  versionEntry,
  versionsFolder,
  writeSwitch,
} from './switch-state.ts'
import { unpack } from './unpack.ts'

/** What the status page shows of updates. */
export type UpdateStatus = {
  /** Whether it would take a release at all, and why not. */
  takes: 'yes' | 'no-release-key' | 'not-launched'
  /** A version that is being installed, or on trial; null: none. */
  version: string | null
  state: UpdateState['state'] | 'waiting-for-rest' | 'on-trial' | null
  reason: UpdateReason | null
}

export type Updater = {
  onOffer(offer: UpdateOffer): void
  onWithdraw(offerId: string): void
  /** The server let this controller in: a version on trial has shown that it can. */
  onWelcome(takesUpdates: boolean): void
  status(): UpdateStatus
  stop(): Promise<void>
}

const RETRY = { firstMs: 5_000, longestMs: 600_000 }
const MARK_MS = 5_000
/** A complete archive that is not the signed one is fetched again this often. */
const WHOLE_TRIES = 2

/**
 * Handles offers of releases: verifies them, downloads them, lets them test themselves, and switches when nothing depends on this
 * process. While this version is on trial it leaves signs of life for the launcher. Nothing here throws or ends the process by itself.
 */
export function createUpdater(options: {
  dataDir: string
  serverUrl: string
  version: string
  nodeVersion: string
  releaseKey: string | null
  /** The launcher is there to go back. */
  isLaunched: boolean
  reportMs: number
  selfTest: (entry: string) => Promise<SelfTested>
  /** Resolves when no command is being carried out. */
  idle: () => Promise<void>
  /** Resolves when no miner depends on this process, or when it is aborted. */
  rest: (signal: AbortSignal) => Promise<void>
  tell: (message: UpdateState) => void
  /** The switch is written down: this process has to end for it. */
  onSwitched: () => void
  fetchFn: typeof fetch
  clock: Clock
  random: () => number
  log: Logger
}): Updater {
  const { dataDir, version, log } = options
  let state = readSwitch(dataDir)
  let takesUpdates = false
  let at: Pick<UpdateState, 'offerId' | 'version' | 'state' | 'reason' | 'detail'> | null = lastKnown()
  let isResting = false
  let work: { offerId: string; abort: AbortController; done: Promise<void> } | null = null
  const stopping = new AbortController()
  const startedAt = options.clock.monotonic()
  let marks = 0
  const markMs = Math.min(MARK_MS, options.reportMs / 4)
  const marking = isOnTrial() ? setInterval(mark, markMs) : null
  if (marking !== null) mark()

  /** Of this very version: where the state could not be written, the one before runs beside the trial of another. */
  function isOnTrial(): boolean {
    return state.trial !== null && state.current === version && options.isLaunched
  }

  function lastKnown(): typeof at {
    const { trial, outcome } = state
    if (trial !== null && isOnTrial())
      return { offerId: trial.offerId, version, state: 'installing', reason: null, detail: null }
    if (outcome === null) return null
    const { offerId, reason, detail } = outcome
    return { offerId, version: outcome.version, state: 'rolled-back', reason, detail }
  }

  /** A sign of life, and after a while of them the end of the trial. */
  function mark(): void {
    marks += 1
    writeFileAtomically(aliveFile(dataDir), `${process.pid} ${marks}`).catch((error: unknown) => {
      log.error({ error: errorText(error) }, 'the sign of life could not be written')
    })
    if (options.clock.monotonic() - startedAt < options.reportMs) return
    keep(ranWell(state))
    if (!isOnTrial() && marking !== null) {
      clearInterval(marking)
      log.info({ version }, 'the new version stays')
    }
  }

  function keep(next: typeof state): void {
    if (next === state) return
    try {
      writeSwitch(dataDir, next)
      state = next
    } catch (error) {
      log.error({ error: errorText(error) }, 'the state of the update could not be written')
    }
  }

  function become(next: NonNullable<typeof at>): void {
    at = next
    const { state: now, version: to, reason, detail } = next
    log.info({ to, state: now, reason, detail }, 'update')
    tell()
  }

  function tell(): void {
    if (takesUpdates && at !== null) options.tell({ type: 'update-state', ...at })
  }

  async function take(offer: UpdateOffer, abort: AbortController): Promise<void> {
    const signal = AbortSignal.any([abort.signal, stopping.signal])
    if (signal.aborted) return
    const { offerId } = offer
    const check = checkOffer(offer, options)
    // What is not proven is not named either.
    const named = check.ok ? check.manifest.version : '0.0.0'
    const refuse = (reason: UpdateReason, detail: string | null) =>
      become({ offerId, version: named, state: 'refused', reason, detail: detail?.slice(0, 300) ?? null })
    if (!check.ok) return refuse(check.reason, check.detail)
    const { manifest } = check
    const step = (next: 'downloading' | 'installing' | 'reported-in') =>
      become({ offerId, version: named, state: next, reason: null, detail: null })
    if (named === version) return step('reported-in')
    if (!options.isLaunched) return refuse('not-launched', 'the launcher did not start this process')
    try {
      step('downloading')
      const archive = await fetchArchive(offer, manifest, signal)
      if (signal.aborted) return
      if (archive === null) return refuse('wrong-archive', 'its bytes are not the signed ones')
      step('installing')
      const unpacked = await unpack(archive, manifest, versionsFolder(dataDir))
      if (!unpacked.ok) return refuse('wrong-archive', unpacked.cause)
      const tested = await options.selfTest(versionEntry(dataDir, named))
      if (!tested.ok) return refuse('self-test-failed', tested.detail)
      if (tested.version !== named) return refuse('self-test-failed', `it says that it is ${tested.version}`)
      await tidy(named)
      await whenSafe(signal)
      if (signal.aborted) return
      writeSwitch(dataDir, switchTo(state, named, offerId))
    } catch (error) {
      if (!signal.aborted) refuse('disk', errorText(error))
      // Everything that was paused for this continues.
      abort.abort()
      return
    }
    log.warn({ to: named }, 'switching to the new version')
    options.onSwitched()
  }

  async function fetchArchive(
    offer: UpdateOffer,
    { archive: wanted }: ReleaseManifest,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const path = join(dataDir, 'update', `${wanted.sha256}.part`)
    let wholeTries = 0
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const got = await download({
        url: `${options.serverUrl}${offer.path}`,
        path,
        wanted,
        fetchFn: options.fetchFn,
        signal,
      })
      if (got.ok) {
        await rm(path, { force: true })
        return got.bytes
      }
      if (!got.again) wholeTries += 1
      if (wholeTries >= WHOLE_TRIES) return null
      log.warn({ cause: got.cause }, 'the release did not come whole; trying again')
      await pause(backOffMs(attempt, options.random, RETRY), signal)
    }
    return null
  }

  /** No command under way, nothing on trial, and no miner that depends on this process. */
  async function whenSafe(signal: AbortSignal): Promise<void> {
    while (isOnTrial() && !signal.aborted) await pause(markMs, signal)
    await options.idle()
    isResting = true
    try {
      await options.rest(signal)
    } finally {
      isResting = false
    }
    await options.idle()
  }

  /** Leaves the version that runs and the one that comes, and nothing of offers that came to nothing. */
  async function tidy(next: string): Promise<void> {
    const downloads = join(dataDir, 'update')
    for (const name of await readdir(downloads))
      if (name.endsWith('.part')) await rm(join(downloads, name), { force: true })
    const folder = versionsFolder(dataDir)
    for (const name of await readdir(folder))
      if (name !== next && name !== state.current)
        await rm(join(folder, name), { recursive: true, force: true })
  }

  return {
    onOffer(offer) {
      if (work?.offerId === offer.offerId) return tell()
      const isTried = at?.offerId === offer.offerId && (at.state === 'rolled-back' || isOnTrial())
      if (isTried) return tell()
      work?.abort.abort()
      const abort = new AbortController()
      const before = work?.done ?? Promise.resolve()
      const done = before
        .then(() => take(offer, abort))
        .catch((error: unknown) => log.error({ error: errorText(error) }, 'an offer could not be taken'))
        .finally(() => {
          if (work?.abort === abort) work = null
        })
      work = { offerId: offer.offerId, abort, done }
    },
    onWithdraw(offerId) {
      if (work?.offerId !== offerId) return
      log.info({ offerId }, 'the offer of an update was withdrawn')
      work.abort.abort()
      at = null
    },
    onWelcome(takes) {
      takesUpdates = takes
      if (isOnTrial()) {
        if (state.trial?.proven === false) keep(prove(state))
        if (at !== null) at = { ...at, state: 'reported-in' }
      }
      tell()
    },
    status() {
      const takes =
        options.releaseKey === null ? 'no-release-key' : options.isLaunched ? 'yes' : 'not-launched'
      if (at === null) return { takes, version: null, state: null, reason: null }
      const shown = isResting ? 'waiting-for-rest' : isOnTrial() && work === null ? 'on-trial' : at.state
      return { takes, version: at.version, state: shown, reason: at.reason }
    },
    async stop() {
      stopping.abort()
      if (marking !== null) clearInterval(marking)
      // The switch itself is what stops us.
      await Promise.race([work?.done, pause(0)])
    },
  }
}
