import { expect, test } from 'vitest'
import { fleetHealth } from './fleet-health.ts'

const counts = { all: 4, attention: 0, online: 4, stale: 0, offline: 0, unreported: 0, paused: 0, mining: 4 }
const online = { status: 'online' } as const
const silent = { status: 'silent' } as const
const unseen = { status: 'never-seen' } as const

test.each([
  ['fine', true, counts, [online], 0, { kind: 'fine', mining: 4, total: 4 }],
  [
    'one rests as ordered',
    true,
    { ...counts, paused: 1, mining: 3 },
    [online],
    0,
    { kind: 'fine', mining: 3, total: 4 },
  ],
  [
    'a miner needs a look',
    true,
    { ...counts, attention: 1 },
    [online],
    1,
    { kind: 'attention', count: 1, total: 4 },
  ],
  ['an alert without a miner', true, counts, [online], 2, { kind: 'alerts', count: 2 }],
  [
    'a silent controller explains its miners',
    true,
    { ...counts, attention: 4 },
    [online, silent],
    1,
    { kind: 'silent', silent: 1, controllers: 2 },
  ],
  [
    'nothing there yet',
    true,
    { ...counts, all: 0, online: 0 },
    [unseen],
    0,
    { kind: 'waiting', controllers: 1 },
  ],
  ['no link, no claim', false, counts, [online], 0, { kind: 'unlinked' }],
] as const)('%s', (_name, linked, filters, controllers, openAlerts, expected) => {
  expect(fleetHealth({ linked, counts: filters, controllers, openAlerts })).toEqual(expected)
})
