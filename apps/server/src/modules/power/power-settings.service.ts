import { type PowerSettings, PowerSettingsSchema } from '@shipminer/contract/power/environment'
import type { Queryable } from '../../platform/db/store.ts'
import { findShip } from './own-ships.service.ts'
import type { PowerDeps } from './power.deps.ts'
import * as repository from './power.repository.ts'

/** @throws AppError `ship-not-found` */
export async function saveSettings(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  settings: PowerSettings,
): Promise<PowerSettings> {
  const ship = await findShip(deps, ownerId, 'act', shipId)
  const controllers = await repository.listShipControllers(deps.store.db, ownerId, 'act', ship.id)
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.saveSettings(trx, { shipId: ship.id, settings, by: ownerId, at: new Date(deps.clock()) })
    for (const { id } of controllers) await deps.store.notify('power_settings', id, trx)
  })
  await deps.logChange(
    controllers.map(({ id }) => id),
    ownerId,
    'power-settings-changed',
  )
  return settings
}

export async function readSettingsOf(deps: PowerDeps, db: Queryable, controllerId: string) {
  const found = await repository.findSettings(db, controllerId)
  if (!found) return null
  const settings = PowerSettingsSchema.parse(found.settings)
  return { version: found.version, settings: await nameOrder(deps, settings, [controllerId], 'keys') }
}

/** The order in which miners give way, by id as pages name them or by device key as the uplink does; unknown ones are left out. */
export async function nameOrder(
  deps: PowerDeps,
  settings: PowerSettings,
  controllerIds: readonly string[],
  as: 'ids' | 'keys',
): Promise<PowerSettings> {
  if (settings.order.length === 0) return settings
  const miners = await repository.listDeviceKeys(deps.store.db, controllerIds)
  const names = new Map(
    miners.map(({ id, deviceKey }) => (as === 'ids' ? [deviceKey, String(id)] : [String(id), deviceKey])),
  )
  return { ...settings, order: settings.order.flatMap((name) => names.get(name) ?? []) }
}
