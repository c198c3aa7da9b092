/*
 * Which version runs, and what happens to a new one. Shared with the launcher, so it uses Node's own modules only and logs nothing.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** How a version that was tried went back. */
export type RollBackReason = 'crashed' | 'hung' | 'not-reported-in' | 'damaged'

/** A new version that has to show that it works. */
export type Trial = {
  offerId: string
  /** Starts since it last ran well for a while. Counted before each start, so that one that takes the machine down counts too. */
  starts: number
  /** The server welcomed it. */
  proven: boolean
}

/** `null` as a version is the one that the technician installed. */
export type SwitchState = {
  current: string | null
  previous: string | null
  trial: Trial | null
  /** The last version that went back, until another is tried. */
  outcome: { offerId: string; version: string; reason: RollBackReason; detail: string | null } | null
}

export const installedState: SwitchState = { current: null, previous: null, trial: null, outcome: null }

/** Exit code of a controller that has switched to another version. */
export const switchedExitCode = 75

/** Argument by which a controller knows that the launcher started it. */
export const launchedArgument = '--launched'

/** A new version that was started this often without running well goes back. */
export const mostStarts = 3

const version = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

export const switchFile = (dataDir: string) => join(dataDir, 'update', 'switch.json')
export const aliveFile = (dataDir: string) => join(dataDir, 'update', 'alive')
export const versionsFolder = (dataDir: string) => join(dataDir, 'versions')
/** Program of an unpacked version. Its place is part of the agreement with the launcher, for every release. */
export const releaseEntry = 'app/controller.mjs'
export const versionEntry = (dataDir: string, name: string) =>
  join(versionsFolder(dataDir), name, releaseEntry)

/** The state on disk. None, or a damaged one: what was installed. */
export function readSwitch(dataDir: string): SwitchState {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(switchFile(dataDir), 'utf8'))
  } catch {
    return installedState
  }
  return isSwitchState(value) ? value : installedState
}

/** Replaces the state so that a power cut leaves the old or the new one. Throws what the disk throws. */
export function writeSwitch(dataDir: string, state: SwitchState): void {
  const path = switchFile(dataDir)
  const folder = join(dataDir, 'update')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = openSync(`${path}.tmp`, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(state))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.tmp`, path)
  const entries = openSync(folder, 'r')
  try {
    fsyncSync(entries)
  } finally {
    closeSync(entries)
  }
}

/** The new version is there and complete: it is tried at the next start. */
export function switchTo(state: SwitchState, name: string, offerId: string): SwitchState {
  return {
    current: name,
    previous: state.current,
    trial: { offerId, starts: 0, proven: false },
    outcome: null,
  }
}

/** What is started next, and the state to write down before. `exists`: whether a version's program is there. */
export function planStart(
  state: SwitchState,
  exists: (name: string) => boolean,
): { state: SwitchState; run: string | null } {
  if (state.current === null) return { state, run: null }
  if (!exists(state.current)) {
    const before = rollBack(state, 'damaged', 'its program is not there')
    const run = before.current !== null && !exists(before.current) ? null : before.current
    return { state: { ...before, current: run }, run }
  }
  if (state.trial === null) return { state, run: state.current }
  if (state.trial.starts >= mostStarts)
    return planStart(rollBack(state, 'crashed', `started ${state.trial.starts} times`), exists)
  return {
    state: { ...state, trial: { ...state.trial, starts: state.trial.starts + 1 } },
    run: state.current,
  }
}

/** Back to the version before. A version that is not on trial goes back only when it is damaged. */
export function rollBack(state: SwitchState, reason: RollBackReason, detail: string | null): SwitchState {
  const { current, trial } = state
  const outcome =
    trial === null || current === null
      ? state.outcome
      : { offerId: trial.offerId, version: current, reason, detail }
  return { current: state.previous, previous: null, trial: null, outcome }
}

/** A start that was ended from outside, and says nothing about the version. */
export function giveStartBack(state: SwitchState): SwitchState {
  if (state.trial === null) return state
  return { ...state, trial: { ...state.trial, starts: Math.max(0, state.trial.starts - 1) } }
}

/** The server welcomed the version on trial. */
export function prove(state: SwitchState): SwitchState {
  return state.trial === null ? state : { ...state, trial: { ...state.trial, proven: true } }
}

/** It ran well for a while: if proven, it stays for good; otherwise its trial continues with the count of its starts reset. */
export function ranWell(state: SwitchState): SwitchState {
  if (state.trial === null) return state
  return state.trial.proven ? { ...state, trial: null } : { ...state, trial: { ...state.trial, starts: 0 } }
}

function isSwitchState(value: unknown): value is SwitchState {
  if (typeof value !== 'object' || value === null) return false
  const { current, previous, trial, outcome } = value as Record<string, unknown>
  const isVersion = (name: unknown) => name === null || (typeof name === 'string' && version.test(name))
  return isVersion(current) && isVersion(previous) && isTrial(trial) && isOutcome(outcome)
}

function isTrial(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const { offerId, starts, proven } = value as Record<string, unknown>
  return typeof offerId === 'string' && Number.isSafeInteger(starts) && typeof proven === 'boolean'
}

function isOutcome(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const { offerId, version: name, reason, detail } = value as Record<string, unknown>
  return (
    typeof offerId === 'string' &&
    typeof name === 'string' &&
    ['crashed', 'hung', 'not-reported-in', 'damaged'].includes(String(reason)) &&
    (detail === null || typeof detail === 'string')
  )
}
