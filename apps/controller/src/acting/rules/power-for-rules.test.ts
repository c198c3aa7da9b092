import { expect, test } from 'vitest'
import type { FollowerStatus } from '../../generator/follower.ts'
import { createPowerForRules } from './power-for-rules.ts'

const explanation = {
  activity: 'steady',
  offReason: null,
  curtailedKw: 0,
  headroomKw: 1,
  worth: { reason: null },
} as unknown as FollowerStatus['explanation']
const device = { id: 'a', mode: 'normal', measuredPowerWatts: 0, ratedPowerWatts: 3_000 }

const lookAt = (status: object, devices: object[] = [device]) =>
  createPowerForRules({
    follower: {
      status: () =>
        ({
          ...{ isPaused: false, masterStop: false, cooling: null, isSetUp: true, pending: 0, explanation },
          ...status,
        }) as FollowerStatus,
    },
    actor: { devices: () => devices as never },
    clock: { now: () => 5, monotonic: () => 5 },
    note: () => undefined,
  }).look()
const but = (over: object) => ({ explanation: { ...explanation, ...over } })

test.each<[string, object, string]>([
  ['there is room for all', {}, 'free'],
  ['nothing is followed', { isSetUp: false, explanation: null }, 'free'],
  ['not yet known', { explanation: null }, 'held'],
  ['some gave way', but({ curtailedKw: 3 }), 'held'],
  ['miners come back', but({ activity: 'restoring' }), 'held'],
  ['the hold time', but({ activity: 'holding' }), 'held'],
  ['quiet hours', but({ offReason: 'quiet-hours' }), 'held'],
  ['the load is unknown', but({ offReason: 'load-unknown' }), 'held'],
  ['not worth its fuel', but({ worth: { reason: 'not-worth' } }), 'held'],
  ['the crew’s stop', { masterStop: true }, 'held'],
  ['the crew’s stop where nothing is followed', { masterStop: true, isSetUp: false }, 'held'],
  ['no cooling water', { cooling: 'lost', isSetUp: false }, 'held'],
  ['water waits for its pump', { cooling: 'waiting' }, 'held'],
  ['the box is checked or replaced', { isPaused: true }, 'paused'],
])('what the ship allows: %s', (_, status, word) => expect(lookAt(status).ship).toBe(word))

test.each<[string, object, object[], boolean]>([
  ['an idle one is counted already', {}, [device], true],
  ['one at work, for what it may take more', {}, [{ ...device, measuredPowerWatts: 2_500 }], true],
  ['one that sleeps is not counted', {}, [{ ...device, mode: 'asleep' }], false],
  ['one that sleeps, and room', but({ headroomKw: 3 }), [{ ...device, mode: 'asleep' }], true],
  ['less than none is left', but({ headroomKw: -0.5 }), [device], false],
  ['unknown room', but({ headroomKw: null }), [device], false],
  ['a device that is not known', {}, [], false],
  ['nothing is followed', { isSetUp: false, explanation: null }, [], true],
])('room for one more: %s', (_, status, devices, has) =>
  expect(lookAt(status, devices).hasRoom('a')).toBe(has),
)
