import { expect, test } from 'vitest'
import { canBindBrowser } from './browser-binding.ts'

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ origin: 'https://shipminer.example' }, true],
  [{ origin: 'http://localhost:3000' }, true],
  [{ origin: 'http://127.0.0.1:3000' }, true],
  [{ origin: 'http://[::1]:3000' }, true],
  [{ origin: 'null' }, true],
  [{ origin: 'http://192.168.1.5:3000' }, false],
  [{ origin: 'http://localhost.attacker.example' }, false],
  [{}, false],
])('%j → %s', (headers, expected) => expect(canBindBrowser(headers)).toBe(expected))
