import { expect, test } from 'vitest'
import { isSoloPool } from './solo-pool.ts'

test.each([
  [null, null],
  ['', null],
  ['stratum+tcp://solo.ckpool.org:3333', true],
  ['solo.ckpool.org', true],
  ['stratum+tcp://eusolo.ckpool.org:3333', true],
  ['public-pool.io:21496', true],
  ['stratum+ssl://btc.solo-pool.example:443', true],
  ['stratum+tcp://ss.antpool.com:3333', false],
  ['stratum+tcp://eu.braiins.com:443', false],
  ['stratum+tcp://resolor.example:1', false],
])('%j → %j', (url, expected) => expect(isSoloPool(url)).toBe(expected))
