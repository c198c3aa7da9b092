import type { Capabilities } from '@shipminer/contract/control'
import { expect, test } from 'vitest'
import { groupOf, needsConfirmation, offeredActions, plainActions } from './offered-actions.ts'

const yes = { can: true, reason: null }
const no = (reason: string) => ({ can: false, reason })
const capable: Capabilities = {
  sleep: yes,
  restart: yes,
  reboot: yes,
  locate: yes,
  powerLimit: { ...yes, minWatts: 1000, maxWatts: 5000 },
  powerModes: { ...yes, modes: ['low', 'normal'] },
  pools: yes,
  credentials: 'set',
}

test('everything is offered, always in the same order', () => {
  expect(offeredActions(capable).map(({ action }) => action)).toEqual([...plainActions])
  expect(offeredActions(capable).every(({ can, reason }) => can && reason === null)).toBe(true)
})

test('what a device cannot do says why, and a device that cannot sleep can still be asked to stop', () => {
  const offered = new Map(
    offeredActions({ ...capable, sleep: no('unsupported'), locate: no('unsupported') }).map((one) => [
      one.action,
      one,
    ]),
  )
  expect(offered.get('sleep')).toEqual({ action: 'sleep', can: false, reason: 'unsupported' })
  expect(offered.get('locate')?.reason).toBe('unsupported')
  expect(offered.get('stop')?.can).toBe(true)
})

test('a wrong login stands in the way of all that needs it', () => {
  const offered = offeredActions({
    ...capable,
    sleep: no('login'),
    restart: no('login'),
    reboot: no('login'),
  })
  expect(offered.filter(({ can }) => can).map(({ action }) => action)).toEqual(['locate'])
})

test('only blinking is harmless', () => {
  expect(plainActions.filter((action) => !needsConfirmation(action))).toEqual(['locate'])
  expect(needsConfirmation('set-pools')).toBe(true)
})

test('an action stands with those that do the like', () => {
  expect(plainActions.filter((action) => groupOf(action) === 'device')).toEqual(['reboot', 'locate'])
  expect(groupOf('stop')).toBe('work')
  expect(groupOf('set-pools')).toBe('settings')
})
