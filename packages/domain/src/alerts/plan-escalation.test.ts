import { expect, test } from 'vitest'
import { type EscalatingAlert, planEscalation } from './plan-escalation.ts'

const minute = 60_000
const notifiedAt = 1_000 * minute
const alert: EscalatingAlert = { id: 'a', severity: 'critical', notifiedAt: notifiedAt, isOpen: true }
const night = { fromMinute: 22 * 60, toMinute: 7 * 60 }

type Case = {
  case: string
  after: number
  alert?: Partial<EscalatingAlert>
  more?: Partial<Parameters<typeof planEscalation>[0]>
  goes: boolean
}

test.each<Case>([
  { case: 'a minute too early', after: 29, goes: false },
  { case: 'when the time is over', after: 30, goes: true },
  { case: 'long after, as when the server was off', after: 3_000, goes: true },
  { case: 'acknowledged, or over', after: 60, alert: { isOpen: false }, goes: false },
  { case: 'not serious', after: 60, alert: { severity: 'warning' }, goes: false },
  { case: 'only news', after: 60, alert: { severity: 'info' }, goes: false },
  { case: 'its owner was not notified yet', after: 60, alert: { notifiedAt: null }, goes: false },
  {
    case: 'open since before the person was chosen',
    after: 60,
    more: { chosenAt: notifiedAt + 40 * minute },
    goes: false,
  },
  {
    case: 'and its time has run since then',
    after: 70,
    more: { chosenAt: notifiedAt + 40 * minute },
    goes: true,
  },
  {
    case: 'at night, serious ones may break through',
    after: 60,
    more: { minuteOfDay: 180, quietHours: night },
    goes: true,
  },
  {
    case: 'at night, and nothing may',
    after: 60,
    more: { minuteOfDay: 180, quietHours: night, criticalInQuietHours: false },
    goes: false,
  },
  {
    case: 'in the morning it goes, if it is still open',
    after: 400,
    more: { minuteOfDay: 420, quietHours: night, criticalInQuietHours: false },
    goes: true,
  },
  {
    case: 'without quiet hours nothing holds it',
    after: 60,
    more: { criticalInQuietHours: false },
    goes: true,
  },
])('$case', ({ after, alert: other, more, goes }) =>
  expect(
    planEscalation({
      now: notifiedAt + after * minute,
      minuteOfDay: 720,
      alerts: [{ ...alert, ...other }],
      afterMs: 30 * minute,
      chosenAt: 0,
      quietHours: null,
      criticalInQuietHours: true,
      ...more,
    }),
  ).toEqual(goes ? ['a'] : []),
)
