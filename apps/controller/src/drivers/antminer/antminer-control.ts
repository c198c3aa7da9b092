import { randomBytes } from 'node:crypto'
import type { DeviceReading } from '@shipminer/contract/telemetry'
import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { fieldOf, flagOf, isRow, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  type Accepted,
  allAbilities,
  beforeFrom,
  type Confirmation,
  type ConfirmMemo,
  type ControlContext,
  type DeviceCapabilities,
  type DeviceCommand,
  type DeviceControl,
  type DeviceCredentials,
  type DeviceTarget,
  type Execution,
  type LoginAnswer,
  type RefusalReason,
  refuse,
  unreachable,
  unsupported,
} from '../device-control.ts'
import type { Driver } from '../driver.ts'
import { type DigestOptions, digestRequest } from '../http/digest-request.ts'
import type { HttpOutcome } from '../http/http-client.ts'
import { jsonBody } from '../http/json-body.ts'
import { checkResting, hasRestarted, isHashing } from '../judge/judge.ts'
import { confirmPools } from '../judge/judge-pools.ts'
import { sidePorts } from '../side-ports.ts'
import {
  copyConf,
  hasPools,
  hasWorkMode,
  isMinerConf,
  type MinerConf,
  sameSettings,
  WORK_MODE,
  type WorkMode,
  withPools,
  withWorkMode,
  workModeOf,
} from './antminer-conf.ts'
import { createAntminerFirmware } from './antminer-firmware.ts'
import { ANTMINER_REALM } from './antminer-web.ts'

type Endpoint = { host: string; port: number }

/** Time for the reading that decides how a command ended; the rest of the budget belongs to the command itself. */
const BASELINE_MS = 4_000

/** The configuration may be read back in its old form for a while. */
const SETTLE_MS = 10_000

type ConfOutcome =
  | { ok: true; conf: MinerConf }
  | { ok: false; problem: 'unreachable' | 'login' | 'unreadable' | 'none' }

/**
 * Acting on stock Antminers: work modes and pools over the web pages behind digest login, always as the whole
 * configuration read before with one thing changed. The firmware knows no limit in watts. Every write of the
 * configuration restarts the mining program, so a unit that is as wanted already is left alone.
 */
export function createAntminerControl(poll: Driver['poll'], cnonce?: () => string): DeviceControl {
  const loginOf = (credentials: DeviceCredentials | null): DigestOptions => ({
    credentials: { user: credentials?.user ?? 'root', password: credentials?.password ?? 'root' },
    realm: ANTMINER_REALM,
    cnonce: cnonce ?? (() => randomBytes(8).toString('hex')),
  })

  async function readConf(target: DeviceTarget, login: DigestOptions, budget: Budget): Promise<ConfOutcome> {
    const endpoint = webOf(target)
    if (endpoint === null) return { ok: false, problem: 'none' }
    const outcome = await digestRequest(endpoint, '/cgi-bin/get_miner_conf.cgi', budget, login)
    if (!outcome.ok) return { ok: false, problem: 'unreachable' }
    if (outcome.answer.status === 401) return { ok: false, problem: 'login' }
    if (outcome.answer.status === 404) return { ok: false, problem: 'none' }
    const conf =
      outcome.answer.status === 200 && outcome.answer.complete ? strictRow(outcome.answer.body) : null
    // Writing back half a configuration, a repaired one, or an error page would destroy the rest.
    return conf === null || !isMinerConf(conf) ? { ok: false, problem: 'unreadable' } : { ok: true, conf }
  }

  async function capabilities(
    target: DeviceTarget,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<DeviceCapabilities> {
    const read = await readConf(target, loginOf(credentials), budgetFrom(context))
    if (!read.ok) {
      const why: Ability =
        read.problem === 'none' ? 'no' : read.problem === 'unreadable' ? 'config-unreadable' : read.problem
      return { ...allAbilities(why), powerLimit: 'no', powerPercent: 'no' }
    }
    const mode: Ability = hasWorkMode(read.conf) ? 'yes' : 'no'
    return {
      ...allAbilities('yes'),
      start: mode,
      stop: mode,
      sleep: mode,
      wake: mode,
      powerMode: mode === 'yes' ? 'untried' : 'no',
      powerModes: mode === 'yes' ? ['low', 'normal', 'high'] : [],
      powerLimit: 'no',
      powerPercent: 'no',
    }
  }

  async function tryLogin(
    target: DeviceTarget,
    credentials: DeviceCredentials,
    context: ControlContext,
  ): Promise<LoginAnswer> {
    const read = await readConf(target, loginOf(credentials), budgetFrom(context))
    if (read.ok) return 'works'
    if (read.problem === 'unreachable') return 'unreachable'
    return read.problem === 'login' ? 'refused' : 'unclear'
  }

  async function execute(
    target: DeviceTarget,
    command: DeviceCommand,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<Execution> {
    if (command.kind === 'power-limit' || command.kind === 'power-percent') return unsupported
    const budget = budgetFrom(context)
    const login = loginOf(credentials)
    const endpoint = webOf(target)
    if (endpoint === null) return unsupported
    if (command.kind === 'locate') return locate(endpoint, command.on, login, budget)

    const baseline = await poll(target.address, target.identity, {
      timeoutMs: partOf(budget, BASELINE_MS).remainingMs(),
    })
    if (baseline.ok && baseline.identity.key !== target.identity.key) return refuse('wrong-device')
    const reading = baseline.ok ? baseline.reading : null
    const before = beforeFrom(reading, context.now())
    if (command.kind === 'reboot') return reboot(endpoint, login, budget, before)

    const read = await readConf(target, login, budget)
    if (!read.ok) return failedRead(read.problem)
    const { conf } = read
    // A web server that is still starting reports a configuration of nothing, while the miner has pools.
    if (!hasPools(conf) && (reading?.pools.length ?? 0) > 0) return refuse('config-unreadable')
    const image = {
      driver: 'antminer',
      deviceKey: target.identity.key,
      takenAt: context.now(),
      content: conf,
    }
    const written = confFor(command, conf)
    if (written === null) return unsupported
    if (written === 'invalid') return refuse('invalid-value')
    const accepted: Execution = { outcome: 'accepted', before, image, expected: written }
    const next = nextStep(command, written, conf, reading)
    if (next === 'done') return { outcome: 'confirmed', image }
    if (next === 'wait') return accepted
    await context.keep?.(image)
    const problem = await writeConf(endpoint, written, login, budget)
    if (problem === 'unreachable') return unreachable
    return problem === null ? accepted : refuse(problem, image)
  }

  async function confirm(
    target: DeviceTarget,
    command: DeviceCommand,
    accepted: Accepted,
    memo: ConfirmMemo,
    credentials: DeviceCredentials | null,
    context: ControlContext,
  ): Promise<Confirmation> {
    const budget = budgetFrom(context)
    const login = loginOf(credentials)
    const polled = await poll(target.address, target.identity, {
      timeoutMs: partOf(budget, BASELINE_MS).remainingMs(),
    })
    if (!polled.ok) return { verdict: 'pending', memo: { ...memo, wasAway: true } }
    if (polled.identity.key !== target.identity.key) return { verdict: 'refused', reason: 'wrong-device' }
    const { reading } = polled
    if (command.kind === 'reboot') {
      return hasRestarted(accepted.before, reading, context.now())
        ? { verdict: 'confirmed' }
        : { verdict: 'pending', memo }
    }
    const read = await readConf(target, login, budget)
    if (!read.ok) {
      return read.problem === 'login' ? { verdict: 'refused', reason: 'login' } : { verdict: 'pending', memo }
    }
    const { expected } = accepted
    if (expected === null || !isMinerConf(expected)) return { verdict: 'pending', memo }
    if (!sameSettings(expected, read.conf)) {
      const endpoint = webOf(target)
      if (context.now() - accepted.before.at < SETTLE_MS) return { verdict: 'pending', memo }
      // A firmware that lost pools while it wrote a mode gets them back once, then the owner is notified.
      if (endpoint === null || memo.corrections > 0) return { verdict: 'refused', reason: 'config-mismatch' }
      await writeConf(endpoint, expected, login, budget)
      return { verdict: 'pending', memo: { ...memo, corrections: memo.corrections + 1 } }
    }
    if (workModeOf(expected) !== workModeOf(read.conf)) return { verdict: 'pending', memo }

    switch (command.kind) {
      case 'stop':
      case 'sleep': {
        const { done, memo: next } = checkResting(accepted.before, reading, memo)
        return done ? { verdict: 'confirmed' } : { verdict: 'pending', memo: next }
      }
      case 'start':
      case 'wake':
      case 'power-mode':
        return isHashing(reading) ? { verdict: 'confirmed' } : { verdict: 'pending', memo }
      case 'restart':
        return hasRestarted(accepted.before, reading, context.now())
          ? { verdict: 'confirmed' }
          : { verdict: 'pending', memo }
      case 'pools':
        return confirmPools(reading, command.pools[0], memo)
      default:
        return { verdict: 'confirmed' }
    }
  }

  return { capabilities, tryLogin, execute, confirm, firmware: createAntminerFirmware(poll, loginOf) }
}

/** An object of JSON without any mistake; null for all else. */
function strictRow(body: Buffer): MinerConf | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isRow(value) ? value : null
  } catch {
    return null
  }
}

function webOf(target: DeviceTarget): Endpoint | null {
  const port = sidePorts(target.address).web
  return port === null ? null : { host: target.address.host, port }
}

function failedRead(problem: (ConfOutcome & { ok: false })['problem']): Execution {
  if (problem === 'unreachable') return unreachable
  if (problem === 'none') return unsupported
  return refuse(problem === 'login' ? 'login' : 'config-unreadable')
}

/** The document to write for a command; null where the firmware has no such setting. */
function confFor(command: DeviceCommand, conf: MinerConf): MinerConf | 'invalid' | null {
  const mode = (to: WorkMode) => (hasWorkMode(conf) ? withWorkMode(conf, to) : null)
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return mode(WORK_MODE.sleep)
    case 'start':
    case 'wake':
      // A unit that hashes in another mode than normal is awake already and keeps its mode.
      return workModeOf(conf) === WORK_MODE.sleep || workModeOf(conf) === null
        ? mode(WORK_MODE.normal)
        : hasWorkMode(conf)
          ? copyConf(conf)
          : null
    case 'power-mode':
      return mode(WORK_MODE[command.mode])
    case 'restart':
      return copyConf(conf)
    case 'pools':
      return command.pools.length === 0 || command.pools.length > 3
        ? 'invalid'
        : withPools(conf, command.pools)
    case 'restore':
      return command.image.driver === 'antminer' && isMinerConf(command.image.content)
        ? keepingRest(command.image.content, conf)
        : 'invalid'
    default:
      return null
  }
}

/** An image from before, without waking a unit that sleeps now, or putting one to sleep: power is not undone so. */
function keepingRest(image: MinerConf, conf: MinerConf): MinerConf {
  const isAsleep = workModeOf(conf) === WORK_MODE.sleep
  if (isAsleep === (workModeOf(image) === WORK_MODE.sleep) || !hasWorkMode(conf)) return copyConf(image)
  return withWorkMode(image, isAsleep ? WORK_MODE.sleep : WORK_MODE.normal)
}

/** What is left to do: nothing, only to wait for what is under way, or to write. */
function nextStep(
  command: DeviceCommand,
  written: MinerConf,
  conf: MinerConf,
  reading: DeviceReading | null,
): 'done' | 'wait' | 'write' {
  if (command.kind === 'restart' || reading === null) return 'write'
  if (workModeOf(written) !== workModeOf(conf) || !sameSettings(written, conf)) return 'write'
  switch (command.kind) {
    case 'stop':
    case 'sleep':
      return reading.hashrateGhs === 0 ? 'done' : 'write'
    case 'start':
    case 'wake':
    case 'power-mode':
      if (reading.state === 'starting') return 'wait'
      return isHashing(reading) ? 'done' : 'write'
    default:
      return 'done'
  }
}

async function writeConf(
  endpoint: Endpoint,
  conf: MinerConf,
  login: DigestOptions,
  budget: Budget,
): Promise<RefusalReason | 'unreachable' | null> {
  const outcome = await post(endpoint, '/cgi-bin/set_miner_conf.cgi', conf, login, budget)
  // Sent, but not answered: reading back shows what the device did with it.
  if (!outcome.ok) return outcome.isSent ? null : 'unreachable'
  return writeProblem(outcome)
}

function post(
  endpoint: Endpoint,
  path: string,
  body: Row,
  login: DigestOptions,
  budget: Budget,
): Promise<HttpOutcome> {
  return digestRequest(endpoint, path, budget, login, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Firmware says `{"stats":"success","code":"M000"}`, older `{"success":true}`, or nothing readable at all. */
function writeProblem(outcome: HttpOutcome & { ok: true }): RefusalReason | null {
  const { status } = outcome.answer
  if (status === 401 || status === 403) return 'login'
  if (status >= 300) return 'device-error'
  const row = jsonBody(outcome.answer)?.row
  if (row === undefined) return null
  const stats = textOf(fieldOf(row, 'stats'))?.toLowerCase()
  if (stats !== undefined) return stats === 'success' ? null : 'device-error'
  return flagOf(fieldOf(row, 'success')) === false ? 'device-error' : null
}

/** POST, and GET only where the firmware says that it takes no POST: never both blindly. */
async function reboot(
  endpoint: Endpoint,
  login: DigestOptions,
  budget: Budget,
  before: Accepted['before'],
): Promise<Execution> {
  const path = '/cgi-bin/reboot.cgi'
  let outcome = await post(endpoint, path, {}, login, budget)
  if (outcome.ok && (outcome.answer.status === 404 || outcome.answer.status === 405)) {
    outcome = await digestRequest(endpoint, path, budget, login)
  }
  const accepted: Execution = { outcome: 'accepted', before, image: null, expected: null }
  if (!outcome.ok) return outcome.isSent ? accepted : unreachable
  if (outcome.answer.status === 404) return unsupported
  const problem = writeProblem(outcome)
  return problem === null ? accepted : refuse(problem)
}

/** Read back at once, since nothing restarts; firmware differs in whether it takes a truth value or its text. */
async function locate(
  endpoint: Endpoint,
  on: boolean,
  login: DigestOptions,
  budget: Budget,
): Promise<Execution> {
  for (const blink of [on, String(on)]) {
    const outcome = await post(endpoint, '/cgi-bin/blink.cgi', { blink }, login, budget)
    if (!outcome.ok) return unreachable
    if (outcome.answer.status === 404) return unsupported
    const problem = writeProblem(outcome)
    if (problem !== null) return refuse(problem)
    const status = await digestRequest(endpoint, '/cgi-bin/get_blink_status.cgi', budget, login)
    const row = status.ok && status.answer.status === 200 ? jsonBody(status.answer)?.row : undefined
    if (row !== undefined && flagOf(fieldOf(row, 'blink')) === on)
      return { outcome: 'confirmed', image: null }
  }
  return refuse('device-error')
}
