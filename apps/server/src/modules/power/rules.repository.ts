import { type RuleEventKind, type RuleSettings, ruleEventKinds } from '@shipminer/contract/power/rules'
import type { RuleCommand } from '@shipminer/domain/fleet/miner-state'
import { sql } from 'kysely'
import type { Queryable, Trx } from '../../platform/db/store.ts'

/** Rules as stored for a ship. */
export type StoredRules = { version: number; settings: unknown }

export async function findShipRules(db: Queryable, shipId: string): Promise<StoredRules | null> {
  const row = await db
    .selectFrom('ruleSettings')
    .select(['version', 'settings'])
    .where('shipId', '=', shipId)
    .executeTakeFirst()
  return row ?? null
}

/** Of the ship that a controller is on. */
export async function findRulesOnBoard(db: Queryable, controllerId: string): Promise<StoredRules | null> {
  const row = await db
    .selectFrom('ruleSettings as r')
    .innerJoin('controllers as c', 'c.shipId', 'r.shipId')
    .select(['r.version', 'r.settings'])
    .where('c.id', '=', controllerId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveRules(
  trx: Trx,
  change: { shipId: string; settings: RuleSettings; by: string; at: Date },
): Promise<void> {
  const settings = JSON.stringify(change.settings)
  await trx
    .insertInto('ruleSettings')
    .values({ shipId: change.shipId, version: 1, settings, changedAt: change.at, changedBy: change.by })
    .onConflict((conflict) =>
      conflict.column('shipId').doUpdateSet({
        settings,
        version: sql`rule_settings.version + 1`,
        changedAt: change.at,
        changedBy: change.by,
      }),
    )
    .execute()
}

/** Whether a box knows rules, as it says when it connects; what it had in force before is unknown until it says so again. */
export async function keepKnowsRules(
  db: Queryable,
  controllerId: string,
  knowsRules: boolean,
): Promise<void> {
  await db
    .insertInto('powerState')
    .values({ controllerId, knowsRules, rules: null })
    .onConflict((conflict) => conflict.column('controllerId').doUpdateSet({ knowsRules, rules: null }))
    .execute()
}

/** What a box says that it has in force. */
export async function keepRulesInForce(
  db: Queryable,
  controllerId: string,
  settings: RuleSettings,
): Promise<void> {
  const rules = JSON.stringify(settings)
  await db
    .insertInto('powerState')
    .values({ controllerId, knowsRules: true, rules })
    .onConflict((conflict) => conflict.column('controllerId').doUpdateSet({ knowsRules: true, rules }))
    .execute()
}

/** What boxes said of rules. */
export function listRuleStates(
  db: Queryable,
  controllerIds: readonly string[],
): Promise<{ controllerId: string; knowsRules: boolean | null; rules: unknown }[]> {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('powerState')
    .select(['controllerId', 'knowsRules', 'rules'])
    .where('controllerId', 'in', [...controllerIds])
    .execute()
}

/** What rules did, newest first. */
export function listRuleEvents(db: Queryable, controllerIds: readonly string[], from: Date, limit: number) {
  if (controllerIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('powerEvents as p')
    .leftJoin('miners as m', (join) =>
      join.onRef('m.controllerId', '=', 'p.controllerId').onRef('m.deviceKey', '=', 'p.deviceKey'),
    )
    .select(['p.at', 'p.kind', 'p.rule', 'm.id as minerId', 'm.name as minerName', 'm.called as minerCalled'])
    .select(['m.model as minerModel', 'm.make as minerMake'])
    .where('p.controllerId', 'in', [...controllerIds])
    .where('p.kind', 'in', [...ruleEventKinds])
    .where('p.at', '>=', from)
    .orderBy('p.at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}

/** The command to a miner that each event stands for; null: none that would explain what it does. */
const commandOfEvent: Record<RuleEventKind, RuleCommand | null> = {
  'rule-restart': 'run',
  'rule-over': 'run',
  'rule-lowered': 'lower',
  'rule-asleep': 'rest',
  'rule-failed': null,
  'rule-gave-up': null,
  'rule-cannot': null,
}
const isOfRule = (kind: string): kind is RuleEventKind => kind in commandOfEvent

/** Remembers the last command of a rule to each miner. */
export async function recordRuleCommands(
  trx: Trx,
  controllerId: string,
  events: readonly { deviceKey: string | null; kind: string; at: Date }[],
): Promise<void> {
  for (const { deviceKey, kind, at } of [...events].sort((a, b) => a.at.getTime() - b.at.getTime()))
    if (deviceKey !== null && isOfRule(kind) && kind !== 'rule-cannot')
      await trx
        .updateTable('miners')
        .set({ ruleTold: commandOfEvent[kind], ruleToldAt: at })
        .where('controllerId', '=', controllerId)
        .where('deviceKey', '=', deviceKey)
        .where((eb) => eb.or([eb('ruleToldAt', 'is', null), eb('ruleToldAt', '<=', at)]))
        .execute()
}
