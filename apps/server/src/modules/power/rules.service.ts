import {
  type RuleEventKind,
  RuleNoteSchema,
  type RuleSettings,
  RuleSettingsSchema,
} from '@shipminer/contract/power/rules'
import { minerName } from '@shipminer/domain/fleet/miner-name'
import { noRules } from '@shipminer/domain/rules/rule-settings'
import type { Queryable } from '../../platform/db/store.ts'
import { findShip } from './own-ships.service.ts'
import type { PowerDeps } from './power.deps.ts'
import { listShipControllers } from './power.repository.ts'
import * as repository from './rules.repository.ts'

const shownMs = 30 * 86_400_000
const mostShown = 50

/** The rules of a ship, which of its boxes have them, and what they did. @throws AppError `ship-not-found` */
export async function readRules(deps: PowerDeps, ownerId: string, shipId: string) {
  const { db } = deps.store
  const ship = await findShip(deps, ownerId, 'read', shipId)
  const controllers = await listShipControllers(db, ownerId, 'read', ship.id)
  const ids = controllers.map(({ id }) => id)
  const [stored, states, events] = await Promise.all([
    repository.findShipRules(db, ship.id),
    repository.listRuleStates(db, ids),
    repository.listRuleEvents(db, ids, new Date(deps.clock() - shownMs), mostShown),
  ])
  const settings = parse(stored?.settings)
  const stateOf = new Map(states.map((state) => [state.controllerId, state]))
  return {
    settings,
    controllers: controllers.map(({ id, name }) => ({
      id,
      name,
      state: stateOfBox(stateOf.get(id), settings ?? noRules),
    })),
    events: events.map((row) => ({
      at: row.at.getTime(),
      kind: row.kind as RuleEventKind,
      minerId: row.minerId === null ? null : String(row.minerId),
      minerName:
        row.minerId === null
          ? null
          : minerName({
              id: row.minerId,
              name: row.minerName,
              called: row.minerCalled,
              worker: null,
              model: row.minerModel,
              make: row.minerMake,
            }),
      rule: RuleNoteSchema.safeParse(row.rule).data ?? null,
    })),
  }
}

function stateOfBox(
  reported: { knowsRules: boolean | null; rules: unknown } | undefined,
  wished: RuleSettings,
): 'in-force' | 'waiting' | 'too-old' {
  if (reported?.knowsRules === false) return 'too-old'
  const inForce = parse(reported?.rules)
  return inForce !== null && isSame(inForce, wished) ? 'in-force' : 'waiting'
}

const isSame = (a: RuleSettings, b: RuleSettings) =>
  a.restart?.afterMinutes === b.restart?.afterMinutes &&
  a.restart?.mostPerDay === b.restart?.mostPerDay &&
  a.coolDown?.aboveC === b.coolDown?.aboveC

/** Settings of a later version count as none were set. */
const parse = (stored: unknown): RuleSettings | null => RuleSettingsSchema.safeParse(stored).data ?? null

/** @throws AppError `ship-not-found` */
export async function saveRules(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
  settings: RuleSettings,
): Promise<RuleSettings> {
  const ship = await findShip(deps, ownerId, 'act', shipId)
  const controllers = await listShipControllers(deps.store.db, ownerId, 'act', ship.id)
  await deps.store.db.transaction().execute(async (trx) => {
    await repository.saveRules(trx, { shipId: ship.id, settings, by: ownerId, at: new Date(deps.clock()) })
    for (const { id } of controllers) await deps.store.notify('power_settings', id, trx)
  })
  await deps.logChange(
    controllers.map(({ id }) => id),
    ownerId,
    'power-settings-changed',
  )
  return settings
}

/** The rules that a box is to carry out; none where its ship has none, or it is on no ship. */
export async function readRulesOf(_deps: PowerDeps, db: Queryable, controllerId: string) {
  const stored = await repository.findRulesOnBoard(db, controllerId)
  return { version: stored?.version ?? 0, settings: parse(stored?.settings) ?? noRules }
}
