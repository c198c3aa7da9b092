import type { Alert } from '@shipminer/contract/mining'
import { expect, test } from 'vitest'
import { alertSubject, distinctAlerts, openAlerts } from './open-alerts.ts'

function alert(id: string, over: Partial<Alert> = {}): Alert {
  return {
    id,
    kind: 'miner-offline',
    severity: 'warning',
    status: 'active',
    minerId: '1',
    minerName: 'Bow',
    faults: [],
    controllerId: 'c',
    controllerName: 'ms Johanna',
    standsFor: null,
    otherMeter: null,
    escalatedAt: null,
    raisedAt: 1,
    resolvedAt: null,
    ...over,
  }
}

test('worst first, unseen before seen, newest first, resolved not at all', () => {
  const alerts = [
    alert('seen', { status: 'acknowledged' }),
    alert('old'),
    alert('new', { raisedAt: 2 }),
    alert('over', { status: 'resolved', resolvedAt: 3 }),
    alert('seen-critical', { severity: 'critical', status: 'acknowledged' }),
    alert('critical', { severity: 'critical' }),
  ]
  expect(openAlerts(alerts).map(({ id }) => id)).toEqual(['critical', 'seen-critical', 'new', 'old', 'seen'])
})

test('an alert is about its miner, else its controller', () => {
  expect(alertSubject(alert('a'))).toBe('Bow')
  expect(alertSubject(alert('a', { minerName: null }))).toBe('ms Johanna')
})

test('an alert that two pages name is one, as the later page has it', () => {
  const pages = [
    { alerts: [alert('a'), alert('b')] },
    { alerts: [alert('b', { status: 'acknowledged' }), alert('c')] },
  ]
  expect(distinctAlerts(pages).map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a active',
    'b acknowledged',
    'c active',
  ])
})
