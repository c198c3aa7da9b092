import { describe, expect, test } from 'vitest'
import {
  countFilters,
  groupsOf,
  type ListedMiner,
  type ListQuery,
  listMiners,
  minerSorts,
  orderNames,
} from './miner-list.ts'
import type { ShownState } from './shown-state.ts'

const defaultListQuery: ListQuery = { search: '', filter: 'all', sort: 'status', direction: 'ascending' }
const buildMiner = (over: Partial<ListedMiner> & { id: string }): ListedMiner => ({
  name: `Miner ${over.id}`,
  model: 'Antminer S19 XP Hyd',
  manufacturer: 'Bitmain',
  ipAddress: '192.168.1.20',
  macAddress: null,
  worker: null,
  location: null,
  group: null,
  controllerId: 'ctl-1',
  controllerName: 'ms Johanna',
  hashrateThs: 255,
  powerWatts: 5_300,
  temperatureC: 58,
  uptimeSeconds: 3_600,
  acceptedShares: 120,
  alertCount: 0,
  sampledAt: 1_000_000,
  earningsToday: { sat: 9_000 },
  ...over,
})
const collator = new Intl.Collator('nl', { numeric: true })

const miners = [
  buildMiner({
    id: '1',
    name: 'Box 10',
    ipAddress: '10.0.0.10',
    hashrateThs: null,
    location: 'Bow',
    group: 'Cold',
  }),
  buildMiner({ id: '2', name: 'Box 9', ipAddress: '10.0.0.9', hashrateThs: 0, powerWatts: null }),
  buildMiner({ id: '3', name: 'Box 1', ipAddress: null, hashrateThs: 250, model: null, worker: 'acc.W1' }),
  buildMiner({ id: '4', name: 'Box 1', ipAddress: 'fe80::1', hashrateThs: 300, alertCount: 3 }),
]
const states = new Map<string, ShownState>([
  ['1', { kind: 'mining', reason: 'normal', hasAlerts: false }],
  ['2', { kind: 'asleep', reason: 'owner', hasAlerts: false }],
  ['3', { kind: 'offline', reason: 'no-answer', hasAlerts: false }],
  ['4', { kind: 'mining', reason: 'normal', hasAlerts: true }],
])
const statuses = new Map([
  ['1', 'online'],
  ['2', 'online'],
  ['3', 'offline'],
  ['4', 'online'],
] as const)
const fleet = {
  ids: miners.map(({ id }) => id),
  miners: new Map(miners.map((m) => [m.id, m])),
  states,
  statuses,
}
const list = (query: Partial<ListQuery>) =>
  listMiners(fleet, { ...defaultListQuery, ...query }, orderNames(fleet, collator.compare)).join('')

describe('order', () => {
  test.each([
    ['problems first, then by name', {}, '3421'],
    ['names count', { sort: 'name' }, '3421'],
    ['names backwards', { sort: 'name', direction: 'descending' }, '1243'],
    ['addresses by number, others after, unknown last', { sort: 'address' }, '2143'],
    ['unknown is not zero: last when ascending', { sort: 'hashrate', direction: 'ascending' }, '2341'],
    ['and last when descending', { sort: 'hashrate', direction: 'descending' }, '4321'],
    ['alerts', { sort: 'alerts', direction: 'descending' }, '4321'],
  ] as const)('%s', (_name, query, expected) => {
    expect(list(query)).toBe(expected)
  })

  test.each(minerSorts)('%s loses nobody', (sort) => {
    for (const direction of ['ascending', 'descending'] as const) {
      expect([...list({ sort, direction })].sort().join('')).toBe('1234')
    }
  })
})

describe('what is shown', () => {
  test.each([
    ['filter all', {}, '3421'],
    ['attention', { filter: 'attention' }, '34'],
    ['online counts by status', { filter: 'online' }, '421'],
    ['paused', { filter: 'paused' }, '2'],
    ['nobody', { filter: 'stale' }, ''],
    ['search in any case', { search: ' acc.w1 ' }, '3'],
    ['by location', { search: 'bow' }, '1'],
    ['by group', { search: 'cold' }, '1'],
    ['of a group', { group: 'Cold' }, '1'],
    ['of a group that nobody is in', { group: 'cold' }, ''],
    ['by controller', { search: 'johanna' }, '3421'],
    ['search and filter', { search: 'box 1', filter: 'online' }, '41'],
    ['no match', { search: 'null' }, ''],
  ] as const)('%s', (_name, query, expected) => {
    expect(list(query)).toBe(expected)
  })

  test('counts', () => {
    expect(countFilters(fleet)).toEqual({
      all: 4,
      attention: 2,
      online: 3,
      stale: 0,
      offline: 1,
      unreported: 0,
      paused: 1,
      mining: 2,
    })
  })
})

test('groups are counted by name', () => {
  const some = ['b', null, 'a', 'b'].map((group) => ({ group }))
  expect(groupsOf(some, collator.compare)).toEqual([
    { name: 'a', miners: 1 },
    { name: 'b', miners: 2 },
  ])
})
