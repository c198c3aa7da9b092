import { expect, test } from 'vitest'
import { isPoolAddress } from './pool-address.ts'

test.each([
  'stratum+tcp://pool.example:3333#xnsub',
  'stratum+tcp://pool.example:3333/#xnsub',
  'stratum+tcp://pool.example:3333',
  'stratum+ssl://pool.example:3334/',
  'stratum2+tcp://v2.pool.example:3336/9awtMD5KQgvRUh2yFbjVeT7b6hjipWcAsQHd6wEhgtDT9soosna',
  'STRATUM+TCP://POOL.EXAMPLE:3333',
  'pool.example:3333',
  'pool.example',
  '10.0.0.5:3333',
  '[fd00::5]:3333',
])('%s is the address of a pool', (text) => expect(isPoolAddress(text)).toBe(true))

test.each([
  '',
  'http://pool.example:3333',
  'https://pool.example',
  'file:///etc/passwd',
  'stratum+tcp://',
  'stratum+tcp://pool.example:0',
  'stratum+tcp://pool.example:65536',
  'stratum+tcp://user:password@pool.example:3333',
  'stratum+tcp://pool.example:3333/reboot',
  'pool.example/reboot',
  'pool.example:3333;reboot',
  'pool.example:3333 -o other',
  'pool.example:3333#$(reboot)',
  '//pool.example',
  '-o',
])('%s is not', (text) => expect(isPoolAddress(text)).toBe(false))
