import { openClaims } from './modules/claims/claims.module.ts'
import { openControl } from './modules/control/control.module.ts'
import { openCrew } from './modules/crew/crew.module.ts'
import { openFirmwareModule } from './modules/firmware/firmware.module.ts'
import { openFleet } from './modules/fleet/fleet.module.ts'
import { openLive } from './modules/live/live.module.ts'
import { openMarket } from './modules/market/market.module.ts'
import { openPower } from './modules/power/power.module.ts'
import { openReleases } from './modules/releases/releases.module.ts'
import { openRevenue } from './modules/revenue/revenue.module.ts'
import { openShips } from './modules/ships/ships.module.ts'
import { openTelemetry } from './modules/telemetry/telemetry.module.ts'
import { openUplink } from './modules/uplink/uplink.module.ts'
import type { Context } from './platform/context.ts'
import type { Open } from './platform/module.ts'

/** Miners, from their lines to what they earn. */
export async function openMining(context: Context, open: Open) {
  const { market, coins } = open(openMarket(context))
  const telemetry = open(openTelemetry(context))
  const control = open(await openControl(context, { telemetry }))
  const fleet = open(openFleet(context, { market, telemetry, control }))
  const power = open(openPower(context, { market, fleet, control }))
  const revenue = open(openRevenue(context, { market, coins, power }))
  const releases = open(await openReleases(context))
  const live = open(await openLive(context, { fleet, power }))
  const firmware = open(await openFirmwareModule(context, { control }))
  const { sumSpoolLosses } = open(openUplink(context, { telemetry, control, power, releases, firmware }))
  open(openShips(context))
  open(openCrew(context, { control }))
  open(openClaims(context))
  const past = { ingestBatch: telemetry.ingestBatch, storePowerBatch: power.storeBatch }
  return { control, market, revenue, power, sumSpoolLosses, ports: { live, past, telemetry } }
}
