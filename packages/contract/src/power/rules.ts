import { ruleRanges } from '@shipminer/domain/rules/rule-settings'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { outsideInt, outsideWords, RowIdSchema } from '../from-outside.ts'

const within = ({ min, max }: { min: number; max: number }) => z.int().check(z.minimum(min), z.maximum(max))
const restart = { afterMinutes: within(ruleRanges.afterMinutes), mostPerDay: within(ruleRanges.mostPerDay) }
const coolDown = { aboveC: within(ruleRanges.aboveC) }

/** Rules that the box carries out by itself; null is off. */
export const RuleSettingsSchema = z.strictObject({
  restart: z.nullable(z.strictObject(restart)),
  coolDown: z.nullable(z.strictObject(coolDown)),
})
export type RuleSettings = z.infer<typeof RuleSettingsSchema>

/** The same on the line: an older side ignores what it does not know. */
export const RuleSettingsOnBoardSchema = z.object({
  restart: z.nullable(z.object(restart)),
  coolDown: z.nullable(z.object(coolDown)),
})

/** What a rule did, as events of the power on board. */
export const ruleEventKinds = [
  'rule-restart',
  /** Restarts did not help: a person is needed. */
  'rule-gave-up',
  'rule-lowered',
  'rule-asleep',
  /** It is cool, or somebody else started it: the rule is done with it. */
  'rule-over',
  /** What the rule commanded did not come true. */
  'rule-failed',
  /** The device has no such ability. */
  'rule-cannot',
] as const
export type RuleEventKind = (typeof ruleEventKinds)[number]

/** Why a rule acted; a page may not know the words. Null is unknown, or does not belong to it. */
export const RuleNoteSchema = z.object({
  /** `no-hashrate`, `lost-board`, `too-hot`, `cool`, `started`. */
  reason: outsideWords(40),
  hashrateGhs: outsideInt(0, Number.MAX_SAFE_INTEGER),
  temperatureDeciC: outsideInt(),
  /** How long it had been so. */
  minutes: outsideInt(0),
  /** Which restart within 24 hours it was. */
  count: outsideInt(0),
})
export type RuleNote = z.infer<typeof RuleNoteSchema>

const params = z.object({ id: z.string().check(z.maxLength(64)) })

export const ruleEndpoints = {
  shipRules: endpoint({
    method: 'GET',
    path: '/mining/ships/{id}/rules',
    summary:
      'The rules that a ship’s boxes carry out by themselves, whether they have them, and what they did.',
    auth: 'user',
    keyScope: 'read',
    params,
    data: z.object({
      serverTime: z.int(),
      /** Null: never set; no rule is on. */
      settings: z.nullable(RuleSettingsSchema),
      controllers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** `waiting`: it has not confirmed these settings yet. `too-old`: its version knows no rules. */
          state: z.enum(['in-force', 'waiting', 'too-old']),
        }),
      ),
      /** Of the last 30 days, newest first. */
      events: z.array(
        z.object({
          at: z.int(),
          kind: z.enum(ruleEventKinds),
          minerId: z.nullable(RowIdSchema),
          minerName: z.nullable(z.string()),
          rule: z.nullable(RuleNoteSchema),
        }),
      ),
    }),
    errors: ['unauthorized', 'ship-not-found'],
  }),
  saveShipRules: endpoint({
    method: 'PUT',
    path: '/mining/ships/{id}/rules',
    summary: 'Switches the rules of a ship on or off. They count when its boxes have them.',
    auth: 'user',
    params,
    body: RuleSettingsSchema,
    data: z.object({ settings: RuleSettingsSchema }),
    errors: ['unauthorized', 'ship-not-found', 'invalid-request'],
  }),
}
