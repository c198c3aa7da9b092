import { expect, test } from 'vitest'
import { isAllowedHost } from './allowed-host.ts'

test.each([
  ['192.168.1.5', true],
  ['192.168.1.5:8480', true],
  ['localhost:8480', true],
  ['[::1]:8480', true],
  ['[fe80::1]', true],
  ['box.ship', true],
  ['BOX.ship:8480', true],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['192.168.1.5.evil.example', false],
  ['[evil]', false],
  ['1.2.3', false],
  ['', false],
  ['a b', false],
  ['localhost:', false],
  [undefined, false],
])('host %s: %s', (host, allowed) => {
  expect(isAllowedHost(host, ['box.ship'])).toBe(allowed)
})
