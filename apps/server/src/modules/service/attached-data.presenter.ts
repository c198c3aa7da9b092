import type { AttachedController, AttachedMiner } from '@shipminer/contract/attached-data'
import { OrderActionSchema } from '@shipminer/contract/control'
import { UnreachableSchema } from '@shipminer/contract/mining'
import { EnvironmentSampleSchema } from '@shipminer/contract/power/environment'
import { DeviceDetailSchema, DeviceStateSchema } from '@shipminer/contract/telemetry'
import type { CommandState } from '@shipminer/domain/fleet/command'
import { minerStatus } from '@shipminer/domain/fleet/freshness'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { controllerStatus } from '@shipminer/domain/fleet/silence'
import { poolHost } from '@shipminer/domain/revenue/pool-coin'
import * as z from 'zod'
import { stateOfRow } from '../telemetry/telemetry.port.ts'
import type { AttachedMinerRow, HourRow } from './attached-data.repository.ts'

export const historyHours = 48
const hourMs = 3_600_000
/** Poll period assumed until a controller reports its own, ms. */
const defaultPollIntervalMs = 30_000
const SpoolSchema = z.object({ droppedSamples: z.number().int() })

const roundKnown = (value: number | null, digits: number) =>
  value === null ? null : Number(value.toFixed(digits))
const ths = (ghs: number | null) => (ghs === null ? null : ghs / 1000)

/** A miner as attached to a report: its last values with their time, and its hourly means. Of its pools only the host. */
export function presentAttachedMiner(
  row: AttachedMinerRow,
  hours: readonly HourRow[],
  context: { now: number; historyFrom: number; pollIntervalMs: number | null; offlineAfterMs: number },
): AttachedMiner {
  const detail = DeviceDetailSchema.safeParse(row.detail).data ?? null
  const worker = detail?.pools.find(({ active }) => active)?.user ?? null
  const sampledAt = row.sampledAt?.getTime() ?? null
  const byHour = new Map(hours.map((hour) => [hour.at.getTime(), hour]))
  const history = Array.from({ length: historyHours }, (_, step) =>
    byHour.get(context.historyFrom + step * hourMs),
  )
  return {
    id: String(row.id),
    name: minerName({ ...row, worker }),
    make: row.make,
    model: row.model,
    firmware: row.firmware,
    serial: row.serial,
    controllerId: row.controllerId,
    sampledAt,
    status: minerStatus({
      sampledAt,
      now: context.now,
      pollIntervalMs: context.pollIntervalMs ?? defaultPollIntervalMs,
      offlineAfterMs: context.offlineAfterMs,
    }),
    state: DeviceStateSchema.safeParse(row.state).data ?? null,
    minerState: stateOfRow(row, context.now, context.offlineAfterMs),
    unreachable: UnreachableSchema.safeParse(row.unreachable).data ?? null,
    hashrateThs: ths(row.hashrateGhs),
    expectedHashrateThs: ths(detail?.expectedHashrateGhs ?? null),
    powerWatts: row.powerWatts,
    temperatureC: row.temperatureDc === null ? null : row.temperatureDc / 10,
    inletTemperatureC: detail?.inletTemperatureC ?? null,
    outletTemperatureC: detail?.outletTemperatureC ?? null,
    fanRpm: detail?.fanRpm ?? [],
    uptimeSeconds: row.uptimeSeconds,
    boards: (detail?.boards ?? []).map(({ index, dead, hashrateGhs, temperatureC, chipsOk, chipsTotal }) => ({
      index,
      dead,
      hashrateThs: ths(hashrateGhs),
      temperatureC,
      chipsOk,
      chipsTotal,
    })),
    pools: (detail?.pools ?? []).map(({ url, status, active }) => ({ host: poolHost(url), status, active })),
    history: {
      hashrateThs: history.map((hour) => roundKnown(ths(hour?.hashrateGhs ?? null), 2)),
      temperatureC: history.map((hour) => (hour?.tempMaxDc == null ? null : hour.tempMaxDc / 10)),
      powerWatts: history.map((hour) => roundKnown(hour?.powerWatts ?? null, 0)),
    },
  }
}

/** A controller as attached to a report, with the latest state of its power budget. */
export function presentAttachedController(
  row: {
    id: string
    name: string
    version: string | null
    lastSeenAt: Date | null
    pollIntervalMs: number | null
    spool: unknown
    sample: unknown
  },
  away: readonly { fromAt: Date; toAt: Date }[],
  now: number,
): AttachedController {
  const lastSeenAt = row.lastSeenAt?.getTime() ?? null
  const power = EnvironmentSampleSchema.safeParse(row.sample).data ?? null
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    status: controllerStatus({
      lastSeenAt,
      now,
      pollIntervalMs: row.pollIntervalMs ?? defaultPollIntervalMs,
    }),
    lastSeenAt,
    droppedSamples: SpoolSchema.safeParse(row.spool).data?.droppedSamples ?? null,
    away: away.map(({ fromAt, toAt }) => ({ from: fromAt.getTime(), to: toAt.getTime() })),
    power: power && {
      sampledAt: power.at,
      state: power.state,
      generatorLoadWatts: power.generatorLoadWatts,
      shipLoadWatts: power.shipLoadWatts,
      miningLoadWatts: power.miningLoadWatts,
      allowedMiningWatts: power.allowedMiningWatts,
      curtailedDevices: power.curtailedDevices,
    },
  }
}

/** A command as attached to a report: the action and its outcome, not the values it set. */
export function presentAttachedCommand(row: {
  minerId: number | null
  action: string
  state: CommandState
  reason: string | null
  issuedAt: Date
  finishedAt: Date | null
  minerName: string | null
  minerModel: string | null
  minerMake: string | null
  minerWorker: string | null
}) {
  const { minerId } = row
  return {
    minerId: minerId === null ? null : String(minerId),
    minerName:
      minerId === null
        ? null
        : minerName({
            id: minerId,
            name: row.minerName,
            model: row.minerModel,
            make: row.minerMake,
            worker: row.minerWorker,
          }),
    action: OrderActionSchema.parse(row.action),
    state: row.state,
    reason: row.reason,
    issuedAt: row.issuedAt.getTime(),
    finishedAt: row.finishedAt?.getTime() ?? null,
  }
}
