import { expect, test } from 'vitest'
import { minerName } from './miner-name.ts'

const miner = { id: 7, name: null, worker: null, called: null, model: null, make: null }

test.each([
  [{ name: 'Bow left', worker: 'a.b', model: 'S19' }, 'Bow left'],
  [{ worker: 'shipminer.hydro-01', model: 'S19' }, 'hydro-01'],
  [{ called: 'hydro-01', worker: 'shipminer.other', model: 'S19' }, 'hydro-01'],
  [{ called: 'hydro-01', model: 'S19' }, 'hydro-01'],
  [{ name: 'Bow left', called: 'hydro-01' }, 'Bow left'],
  [{ worker: 'bc1qxyz', model: 'S19' }, 'S19'],
  [{ worker: 'account.', model: 'S19' }, 'S19'],
  [{ make: 'Antminer' }, 'Antminer'],
  [{}, 'Miner 7'],
])('%j → %s', (given, name) => expect(minerName({ ...miner, ...given })).toBe(name))
