import { expect, test } from 'vitest'
import { digestEvents } from './event-digest.ts'
import type { FleetEvent } from './fleet-state.ts'

const off = (name: string): FleetEvent => ({ kind: 'miner-offline', id: name, name })
const back = (name: string): FleetEvent => ({ kind: 'miner-back', id: name, name })
const alert = (name: string): FleetEvent => ({ kind: 'alert-raised', id: name, name })
const lost: FleetEvent = { kind: 'link-lost' }
const found: FleetEvent = { kind: 'link-back' }
const nothing = { offline: [], back: [], alerts: [], link: null }

test.each([
  ['nothing', [], null],
  ['one miner', [off('A')], { ...nothing, offline: ['A'] }],
  ['gone and back again is no news', [off('A'), back('A')], null],
  ['back and gone again is no news', [back('A'), off('A')], null],
  ['two miners', [off('A'), back('B')], { ...nothing, offline: ['A'], back: ['B'] }],
  [
    'two miners of one name',
    [off('A'), { ...back('A'), id: 'B' }],
    { ...nothing, offline: ['A'], back: ['A'] },
  ],
  ['the same alert twice', [alert('A'), alert('A')], { ...nothing, alerts: ['A'] }],
  ['link lost', [lost], { ...nothing, link: 'link-lost' }],
  ['link lost and back is no news', [lost, found], null],
  ['link lost, back, lost', [lost, found, lost], { ...nothing, link: 'link-lost' }],
])('%s', (_name, events, expected) => {
  expect(digestEvents(events)).toEqual(expected)
})
