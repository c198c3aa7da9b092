import type { DevicePool, DeviceReading, DeviceState, SampleFlag } from '@shipminer/contract/telemetry'
import { poolUrl } from '../cgminer/device-pools.ts'
import {
  countOf,
  difficultyOf,
  fanRpm,
  fieldOf,
  finiteNumber,
  flagOf,
  hashrateGhs,
  hottest,
  isRow,
  powerWatts,
  type Row,
  temperatureC,
  textOf,
} from '../cgminer/values.ts'
import { emptyReading } from '../reading.ts'
import { poolTable, tableSlots } from './axeos-pool-table.ts'

/** How long after its start a board without a rate still counts as starting. */
const START_UP_SECONDS = 60

/**
 * What `GET /api/system/info` of an AxeOS board says, in the Bitaxe as in the NerdQAxe form. Null when it holds no rate.
 * AxeOS reports the pool's present difficulty but no sum over the accepted shares, so that sum is unknown.
 */
export function readingFromInfo(info: Row, partial: boolean): DeviceReading | null {
  const rate = hashrateGhs(fieldOf(info, 'hashRate'), 1)
  if (rate === null) return null
  const flags = flagsOf(info)
  const pools = poolsFromInfo(info)
  if (pools.some((pool) => pool.active && (pool.priority ?? 0) > 0)) flags.push('pool-fallback')
  if (pools.length > 0 && pools.every((pool) => pool.status === 'dead')) flags.push('pool-dead')
  if (partial) flags.push('partial-answer')
  return {
    ...emptyReading(stateOf(info, rate, flags)),
    hashrateGhs: rate,
    expectedHashrateGhs: expectedRateGhs(info),
    powerWatts: powerWatts(fieldOf(info, 'power')),
    temperatureC: partial ? null : chipTemperatureC(info),
    fanRpm: fansOf(info),
    uptimeSeconds: countOf(info, 'uptimeSeconds'),
    acceptedShares: countOf(info, 'sharesAccepted'),
    rejectedShares: countOf(info, 'sharesRejected'),
    bestShareDifficulty: difficultyOf(info, 'bestDiff'),
    blocksFound: blocksFound(info, partial),
    pools,
    flags,
  }
}

/** Reported by newer firmware; on older the same product its own page shows: clock × small cores × chips. */
function expectedRateGhs(info: Row): number | null {
  const reported = hashrateGhs(fieldOf(info, 'expectedHashrate'), 1)
  if (reported !== null && reported > 0) return reported
  const frequencyMhz = finiteNumber(fieldOf(info, 'frequency'))
  const cores = countOf(info, 'smallCoreCount')
  const chips = countOf(info, 'asicCount')
  if (frequencyMhz === null || cores === null || chips === null) return null
  const product = hashrateGhs((frequencyMhz * cores * chips) / 1000, 1)
  return product === 0 ? null : product
}

function chipTemperatureC(info: Row): number | null {
  const chips = [fieldOf(info, 'temp'), fieldOf(info, 'temp2'), ...listOf(fieldOf(info, 'asicTemps'))]
  return hottest(chips.map(temperatureC))
}

/** Since the board was made, else since it started; a cut answer may hold the second without the first. */
function blocksFound(info: Row, partial: boolean): number | null {
  return countOf(info, 'totalFoundBlocks') ?? (partial ? null : countOf(info, 'foundBlocks', 'blockFound'))
}

function fansOf(info: Row): number[] {
  const second = countOf(info, 'fanCount') === 1 ? undefined : fieldOf(info, 'fanrpm2', 'fan2rpm')
  return [fieldOf(info, 'fanrpm'), second].map(fanRpm).filter((rpm) => rpm !== null)
}

function flagsOf(info: Row): SampleFlag[] {
  const flags: SampleFlag[] = []
  if (isSet(fieldOf(info, 'overheat_mode'))) flags.push('overheat')
  if (
    isSet(fieldOf(info, 'power_fault')) ||
    isSet(fieldOf(info, 'hardware_fault')) ||
    isSet(fieldOf(info, 'boardError'))
  ) {
    flags.push('hardware-fault')
  }
  return flags
}

/** Faults come as number, truth value or the reason in words. */
function isSet(value: unknown): boolean {
  const flag = flagOf(value)
  if (flag !== null) return flag
  if (typeof value === 'number') return Number.isFinite(value) && value !== 0
  const text = textOf(value)
  return text !== null && !/^(?:none|ok|null)$/i.test(text)
}

function stateOf(info: Row, rateGhs: number, flags: readonly SampleFlag[]): DeviceState {
  if (flagOf(fieldOf(info, 'miningPaused')) === true || flagOf(fieldOf(info, 'shutdown')) === true)
    return 'sleeping'
  if (flags.includes('overheat') || flags.includes('hardware-fault')) return 'fault'
  if (rateGhs > 0) return 'mining'
  const uptime = countOf(info, 'uptimeSeconds')
  return uptime !== null && uptime < START_UP_SECONDS ? 'starting' : 'idle'
}

/**
 * The first choice and the fallback. Whether the active one is alive is reported by newer firmware only (`stratum.pools`,
 * which lists the pool in use first); the other is unknown until used.
 */
function poolsFromInfo(info: Row): DevicePool[] {
  const stratum = fieldOf(info, 'stratum')
  const usingFallback =
    flagOf(fieldOf(info, 'isUsingFallbackStratum')) ??
    (isRow(stratum) ? flagOf(fieldOf(stratum, 'usingFallback')) : null) ??
    false
  const inUse = isRow(stratum) ? listOf(fieldOf(stratum, 'pools')).find(isRow) : undefined
  const connected = flagOf(fieldOf(inUse, 'connected'))
  const status: DevicePool['status'] = connected === null ? 'unknown' : connected ? 'alive' : 'dead'
  const table = poolTable(info)
  const slots = table === null ? flatSlots(info) : tableSlots(table)
  const pools: DevicePool[] = []
  for (const [priority, slot] of slots.entries()) {
    const url = poolUrl(slot.url)
    if (url === null) continue
    const active = (priority === 1) === usingFallback
    pools.push({
      url: withPort(url, finiteNumber(slot.port)),
      user: textOf(slot.user, 200),
      status: active ? status : 'unknown',
      active,
      priority,
    })
  }
  return pools
}

function flatSlots(info: Row): { url: unknown; port: unknown; user: unknown }[] {
  return [
    {
      url: fieldOf(info, 'stratumURL'),
      port: fieldOf(info, 'stratumPort'),
      user: fieldOf(info, 'stratumUser'),
    },
    {
      url: fieldOf(info, 'fallbackStratumURL'),
      port: fieldOf(info, 'fallbackStratumPort'),
      user: fieldOf(info, 'fallbackStratumUser'),
    },
  ]
}

function withPort(url: string, port: number | null): string {
  if (port === null || !Number.isInteger(port) || port < 1 || port > 65535 || /:\d+$/.test(url)) return url
  return `${url}:${port}`
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 32) : []
}
