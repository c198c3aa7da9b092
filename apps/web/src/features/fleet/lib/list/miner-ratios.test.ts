import { expect, test } from 'vitest'
import { minerRatios } from './miner-ratios.ts'

test.each([
  ['all known', 250, 5_000, 99, 1, 20, 0.01],
  ['not hashing', 0, 300, 0, 0, null, null],
  ['no power meter', 250, null, 10, 0, null, 0],
  ['rejects unknown', 250, 5_000, 10, null, 20, null],
  ['nothing known', null, null, null, null, null, null],
])(
  '%s',
  (_name, hashrateThs, powerWatts, acceptedShares, rejectedShares, efficiencyJoulesPerTh, rejectShare) => {
    expect(minerRatios({ hashrateThs, powerWatts, acceptedShares, rejectedShares })).toEqual({
      efficiencyJoulesPerTh,
      rejectShare,
    })
  },
)
