import { expect, test } from 'vitest'
import { alertKindNames } from '../alerts/alert-kinds.ts'
import {
  type DeviceFault,
  faultMeanings,
  faultSentence,
  faultsOfAlert,
  newFaults,
  uncoveredFaults,
} from './device-fault.ts'

const fault = (meaning: DeviceFault['meaning'], more: Partial<DeviceFault> = {}): DeviceFault => ({
  code: null,
  meaning,
  place: null,
  text: null,
  ...more,
})
const text = (key: string, values: Record<string, string>) =>
  `${key}(${Object.values(values).filter(Boolean).join(',')})`

test('a fault is said with the part that it is of, its number and its code', () => {
  expect(faultSentence(fault('fan-still', { place: 1, code: '110' }), text)).toBe(
    'coded(is.fan-still(what.fan.n(1)),110)',
  )
  expect(faultSentence(fault('board-hot', { place: 3 }), text)).toBe('is.board-hot(what.board.n(3))')
  expect(faultSentence(fault('pool-lost'), text)).toBe('is.pool-lost(what.pool(null))')
  expect(faultSentence(fault('mains-low', { code: '206' }), text)).toBe('coded(is.mains-low(),206)')
})

test('what is not known is said in the words of the device', () => {
  expect(faultSentence(fault('unknown', { code: '9', text: 'odd' }), text)).toBe(
    'coded(quoted(is.unknown(),odd),9)',
  )
  expect(faultSentence(fault('unknown', { code: '9' }), text)).toBe('coded(is.unknown(),9)')
})

test('one cause is one alert: a fault that another alert reports needs none of its own', () => {
  const still = fault('fan-still')
  expect(uncoveredFaults([still], new Set())).toEqual([still])
  expect(uncoveredFaults([still], new Set(['fan-fault']))).toEqual([])
  expect(uncoveredFaults([still, fault('psu-link')], new Set(['fan-fault']))).toEqual([fault('psu-link')])
  expect(uncoveredFaults([fault('psu-link')], new Set(['miner-idle']))).toEqual([])
  expect(uncoveredFaults([fault('pool-lost')], new Set())).toEqual([])
})

test('a fault is new by what it means and where it is; where the meaning is unknown by what the device says, but for its numbers', () => {
  const told = [
    fault('psu-link', { code: '264' }),
    fault('fan-still', { place: 1 }),
    fault('unknown', { code: '9' }),
    fault('unknown', { text: 'rail at 11 V' }),
  ]
  expect(newFaults(told, told)).toEqual([])
  const same = [fault('psu-link', { code: '265' }), fault('unknown', { text: 'rail at 12 V' })]
  expect(newFaults(same, told)).toEqual([])
  const others = [
    fault('psu-fan'),
    fault('fan-still', { place: 2 }),
    fault('unknown', { code: '8' }),
    fault('unknown', { text: 'clock lost' }),
  ]
  expect(newFaults([...told, ...others], told)).toEqual(others)
})

test('every fault but those of pools is in an alert, whatever else is raised', () => {
  for (const meaning of faultMeanings) {
    const one = [fault(meaning)]
    const isPool = meaning.startsWith('pool')
    expect(faultsOfAlert('device-fault', one).length, meaning).toBe(isPool ? 0 : 1)
    expect(faultsOfAlert('pool-down', one).length, meaning).toBe(isPool ? 1 : 0)
    for (const kind of alertKindNames)
      if (!isPool && uncoveredFaults(one, new Set([kind])).length === 0)
        expect(faultsOfAlert(kind, one), `${kind} ${meaning}`).toEqual(one)
  }
})
