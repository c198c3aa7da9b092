import { expect, test } from 'vitest'
import { scannedKey } from './scanned-key.ts'

test.each([
  ['https://shipminer.example/dashboard?claim=ABCD1234-EFGH5678', 'ABCD1234-EFGH5678'],
  ['https://shipminer.example/nl/dashboard?lang=nl&claim=abcd1234efgh5678', 'ABCD1234-EFGH5678'],
  [' ABCD1234-EFGH5678 ', 'ABCD1234-EFGH5678'],
  ['https://shipminer.example/dashboard', null],
  ['https://shipminer.example/dashboard?claim=ABCD1234', null],
  ['WIFI:S:boat;T:WPA;P:secret;;', null],
  ['', null],
])('%s holds %s', (text, key) => {
  expect(scannedKey(text)).toBe(key)
})
