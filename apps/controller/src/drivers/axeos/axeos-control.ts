import { type Budget, budgetFrom, partOf } from '../budget.ts'
import { fieldOf, finiteNumber, flagOf, isRow, type Row, textOf } from '../cgminer/values.ts'
import {
  type Ability,
  type Accepted,
  allAbilities,
  type Before,
  beforeFrom,
  type ConfigImage,
  type Confirmation,
  type ControlContext,
  type DeviceCapabilities,
  type DeviceCommand,
  type DeviceControl,
  type DeviceCredentials,
  type DeviceTarget,
  type Execution,
  type PoolWish,
  refuse,
  unreachable,
  unsupported,
} from '../device-control.ts'
import type { DeviceAddress } from '../driver.ts'
import { type HttpOptions, httpRequest } from '../http/http-client.ts'
import { jsonBody } from '../http/json-body.ts'
import { checkResting, hasRestarted, isHashing } from '../judge/judge.ts'
import { confirmPools } from '../judge/judge-pools.ts'
import { axeosFirmware } from './axeos-firmware.ts'
import { identityFromInfo, readInfo } from './axeos-info.ts'
import { type PoolTable, placeOf, poolTable, rowsFor, sameRows, tableImage } from './axeos-pool-table.ts'
import { readingFromInfo } from './axeos-reading.ts'

/** How a family of boards is put to sleep. */
type Rest = 'pause' | 'shutdown' | null

/** Settings that make an image: what a restore writes back. Passwords are never reported by the device. */
const IMAGE_KEYS = [
  'stratumURL',
  'stratumPort',
  'stratumUser',
  'fallbackStratumURL',
  'fallbackStratumPort',
  'fallbackStratumUser',
  'frequency',
  'coreVoltage',
] as const

/**
 * Acting on AxeOS boards over `PATCH /api/system` and its actions. A Bitaxe sleeps by pause and resume where its firmware
 * has them, a NerdQAxe by shutdown and restart; older Bitaxe firmware cannot sleep, and that is not faked with an absurd clock.
 * Power modes are clocks from the board's own list, with the voltage left unchanged.
 */
export function createAxeosControl(): DeviceControl {
  return { capabilities, execute, confirm, firmware: axeosFirmware }
}

async function capabilities(
  target: DeviceTarget,
  credentials: DeviceCredentials | null,
  context: ControlContext,
): Promise<DeviceCapabilities> {
  const budget = budgetFrom(context)
  const read = await readInfo(target.address, budget)
  if (!read.ok) return allAbilities('unreachable')
  const rest = restOf(read.info)
  const canRest: Ability = rest === null ? 'firmware-too-old' : 'yes'
  const canWrite: Ability = wantsCode(read.info) && credentials?.otp === undefined ? 'code-required' : 'yes'
  const modes = await readModes(target.address, read.info, budget)
  return {
    start: canRest,
    stop: canRest,
    sleep: canRest,
    wake: canRest,
    restart: 'yes',
    reboot: 'yes',
    locate: isNerd(read.info) ? 'no' : 'untried',
    pools: hasPoolFields(read.info) ? canWrite : 'no',
    powerLimit: 'no',
    powerPercent: 'no',
    powerMode: modes === null ? 'no' : canWrite,
    powerLimitWatts: null,
    powerLimitNow: null,
    percentRange: null,
    powerModes: modes === null ? [] : ['low', 'normal'],
  }
}

async function execute(
  target: DeviceTarget,
  command: DeviceCommand,
  credentials: DeviceCredentials | null,
  context: ControlContext,
): Promise<Execution> {
  const budget = budgetFrom(context)
  const read = await readInfo(target.address, budget)
  if (!read.ok) return read.reason === 'garbled' ? refuse('config-unreadable') : unreachable
  const { info } = read
  const answered = identityFromInfo(target.address, info)
  if (answered.macAddress !== null && answered.key !== target.identity.key) return refuse('wrong-device')
  const reading = readingFromInfo(info, read.partial)
  const before = beforeFrom(reading, context.now())
  const act = (path: string) => action(target.address, path, before, budget)

  switch (command.kind) {
    case 'stop':
    case 'sleep':
      if (restOf(info) === null) return unsupported
      if (isResting(info)) return { outcome: 'confirmed', image: null }
      return act(restOf(info) === 'pause' ? 'pause' : 'shutdown')
    case 'start':
    case 'wake':
      if (restOf(info) === null) return unsupported
      if (!isResting(info)) {
        return reading !== null && isHashing(reading)
          ? { outcome: 'confirmed', image: null }
          : { outcome: 'accepted', before, image: null, expected: null }
      }
      return act(restOf(info) === 'pause' ? 'resume' : 'restart')
    case 'restart':
    case 'reboot':
      return act('restart')
    case 'locate':
      // The board blinks for a while by itself; there is nothing to switch off.
      if (isNerd(info)) return unsupported
      return command.on ? identifyBoard(target.address, budget) : { outcome: 'confirmed', image: null }
    case 'power-mode': {
      const modes = await readModes(target.address, info, budget)
      const frequency = command.mode === 'high' ? undefined : modes?.[command.mode]
      if (frequency === undefined) return unsupported
      return patch(target, info, { frequency }, before, false, credentials, context, budget)
    }
    case 'pools': {
      if (!hasPoolFields(info)) return unsupported
      const fields = poolFields(command.pools, poolTable(info))
      if (fields === null) return refuse('invalid-value')
      return patch(target, info, fields, before, true, credentials, context, budget)
    }
    case 'restore': {
      if (command.image.driver !== 'axeos') return refuse('invalid-value')
      const fields = imageFields(command.image.content)
      return patch(target, info, fields, before, true, credentials, context, budget)
    }
    default:
      return unsupported
  }
}

async function confirm(
  target: DeviceTarget,
  command: DeviceCommand,
  accepted: Accepted,
  memo: Parameters<DeviceControl['confirm']>[3],
  _credentials: DeviceCredentials | null,
  context: ControlContext,
): Promise<Confirmation> {
  const read = await readInfo(target.address, budgetFrom(context))
  const stayPending = (next = memo): Confirmation => ({ verdict: 'pending', memo: next })
  if (!read.ok) return stayPending({ ...memo, wasAway: true })
  const { info } = read
  const answered = identityFromInfo(target.address, info)
  if (answered.macAddress !== null && answered.key !== target.identity.key) {
    return { verdict: 'refused', reason: 'wrong-device' }
  }
  const reading = readingFromInfo(info, read.partial)
  if (reading === null || read.partial) return stayPending()
  const isBack = () => hasRestarted(accepted.before, reading, context.now())
  const when = (done: boolean): Confirmation => (done ? { verdict: 'confirmed' } : stayPending())
  switch (command.kind) {
    case 'stop':
    case 'sleep': {
      if (!isResting(info)) return stayPending()
      const { done, memo: next } = checkResting(accepted.before, reading, memo)
      return done ? { verdict: 'confirmed' } : stayPending(next)
    }
    case 'start':
    case 'wake':
      return when(!isResting(info) && isHashing(reading))
    case 'restart':
    case 'reboot':
      return when(isBack())
    case 'power-mode':
      return when(matches(info, accepted.expected ?? {}))
    default:
      // Pools take effect at the next start of the board.
      if (!matches(info, accepted.expected ?? {})) return { verdict: 'refused', reason: 'config-mismatch' }
      if (!isBack() && !isResting(info)) return stayPending()
      return command.kind === 'pools'
        ? confirmPools(reading, command.pools[0], memo)
        : { verdict: 'confirmed' }
  }
}

function restOf(info: Row): Rest {
  if (isNerd(info)) return fieldOf(info, 'shutdown') === undefined ? null : 'shutdown'
  return fieldOf(info, 'miningPaused') === undefined ? null : 'pause'
}

function isNerd(info: Row): boolean {
  return identityFromInfo({ host: '', port: 0 }, info).make === 'NerdQAxe'
}

function isResting(info: Row): boolean {
  return flagOf(fieldOf(info, 'miningPaused')) === true || flagOf(fieldOf(info, 'shutdown')) === true
}

function wantsCode(info: Row): boolean {
  return flagOf(fieldOf(info, 'otp')) === true
}

function hasPoolFields(info: Row): boolean {
  return poolTable(info) !== null || fieldOf(info, 'stratumURL') !== undefined
}

/** The clock of each mode in MHz; null where the board does not list clocks. */
async function readModes(
  address: DeviceAddress,
  info: Row,
  budget: Budget,
): Promise<{ low: number; normal: number } | null> {
  const outcome = await httpRequest(address, '/api/system/asic', partOf(budget, 2_000))
  const row = outcome.ok && outcome.answer.status === 200 ? jsonBody(outcome.answer)?.row : undefined
  const listed = fieldOf(row, 'frequencyOptions')
  const options = (Array.isArray(listed) ? listed : [])
    .map(finiteNumber)
    .filter((option) => option !== null && option > 0)
    .filter((option) => option !== null)
  const normal =
    finiteNumber(fieldOf(row, 'defaultFrequency')) ?? finiteNumber(fieldOf(info, 'defaultFrequency'))
  if (options.length === 0 || normal === null || !options.includes(normal)) return null
  return { low: Math.min(...options), normal }
}

/**
 * The two places for pools, in the form that the board's version has; null for addresses the board cannot hold. From 2.15 on the fields of
 * before are taken and ignored.
 */
function poolFields(wishes: readonly PoolWish[], table: PoolTable | null): Row | null {
  if (wishes.length === 0 || wishes.length > 2) return null
  if (table !== null) return rowsFor(wishes, table)
  const fields: Record<string, unknown> = {}
  for (const [index, wish] of wishes.entries()) {
    const place = placeOf(wish.url)
    if (place === null) return null
    const name = index === 0 ? 'stratum' : 'fallbackStratum'
    fields[`${name}URL`] = place.host
    fields[`${name}Port`] = place.port
    fields[`${name}User`] = wish.user
    if (wish.password !== null) fields[`${name}Password`] = wish.password
  }
  return fields
}

function imageFields(content: Row): Row {
  const table = poolTable(content)
  if (table !== null) return tableImage(content, table)
  return Object.fromEntries(
    IMAGE_KEYS.filter((key) => fieldOf(content, key) !== undefined).map((key) => [
      key,
      fieldOf(content, key),
    ]),
  )
}

/** Whether the settings reported are those written; passwords are never reported. */
function matches(info: Row, fields: Row): boolean {
  return Object.entries(fields).every(([key, value]) => {
    if (key.endsWith('Password')) return true
    if (key === 'pools') return sameRows(info, value)
    return (
      Number(flagOf(fieldOf(info, key)) ?? fieldOf(info, key)) === value ||
      String(fieldOf(info, key) ?? '') === String(value)
    )
  })
}

/**
 * Writes fields, reads them back at once, and restarts the board where it takes them up only then. `PATCH` changes what
 * it names and nothing else, so nothing is merged here.
 */
async function patch(
  target: DeviceTarget,
  info: Row,
  fields: Row,
  before: Before,
  restarts: boolean,
  credentials: DeviceCredentials | null,
  context: ControlContext,
  budget: Budget,
): Promise<Execution> {
  const image: ConfigImage = {
    driver: 'axeos',
    deviceKey: target.identity.key,
    takenAt: context.now(),
    content: imageFields(info),
  }
  const hasPassword = /Password"/.test(JSON.stringify(fields))
  if (matches(info, fields) && !hasPassword) return { outcome: 'confirmed', image }
  if (wantsCode(info) && credentials?.otp === undefined) return refuse('code-required')
  await context.keep?.(image)
  const outcome = await send(target.address, '/api/system', budget, {
    method: 'PATCH',
    headers: {
      'Content-Type': 'application/json',
      ...(credentials?.otp === undefined ? {} : { 'X-TOTP': credentials.otp }),
    },
    body: JSON.stringify(fields),
  })
  if (outcome.kind !== 'taken' && outcome.kind !== 'doubtful') return outcome.execution
  const after = await readInfo(target.address, budget)
  if (after.ok && !matches(after.info, fields)) return refuse('config-mismatch', image)
  // A start would wake a sleeping board; the pools take effect when it is woken.
  if (!restarts || isResting(info)) {
    if (after.ok) return { outcome: 'confirmed', image }
  } else {
    const restart = await send(target.address, '/api/system/restart', budget, { method: 'POST' })
    if (restart.kind === 'failed') return restart.execution
  }
  return { outcome: 'accepted', before, image, expected: fields }
}

async function action(
  address: DeviceAddress,
  name: string,
  before: Before,
  budget: Budget,
): Promise<Execution> {
  const outcome = await send(address, `/api/system/${name}`, budget, { method: 'POST' })
  if (outcome.kind === 'failed') return outcome.execution
  return { outcome: 'accepted', before, image: null, expected: null }
}

/** Nothing can be read back of a blinking board, so its own word has to do. */
async function identifyBoard(address: DeviceAddress, budget: Budget): Promise<Execution> {
  const outcome = await send(address, '/api/system/identify', budget, { method: 'POST' })
  if (outcome.kind === 'failed') return outcome.execution
  return outcome.kind === 'taken' ? { outcome: 'confirmed', image: null } : unreachable
}

type Sent = { kind: 'taken' } | { kind: 'doubtful' } | { kind: 'failed'; execution: Execution }

async function send(
  address: DeviceAddress,
  path: string,
  budget: Budget,
  options: HttpOptions,
): Promise<Sent> {
  const outcome = await httpRequest(address, path, budget, options)
  if (!outcome.ok) {
    return outcome.isSent ? { kind: 'doubtful' } : { kind: 'failed', execution: unreachable }
  }
  const { status } = outcome.answer
  if (status === 404 || status === 405 || status === 302) return { kind: 'failed', execution: unsupported }
  if (status === 401 || status === 403) {
    const text = textOf(outcome.answer.body.toString('utf8')) ?? ''
    return { kind: 'failed', execution: refuse(/otp|totp|code/i.test(text) ? 'code-required' : 'login') }
  }
  if (status >= 400) return { kind: 'failed', execution: refuse('device-error') }
  const row = jsonBody(outcome.answer)?.row
  return isRow(row) && fieldOf(row, 'error') !== undefined
    ? { kind: 'failed', execution: refuse('device-error') }
    : { kind: 'taken' }
}
