import { expect, test } from 'vitest'
import { cardOf } from './neighbours.ts'

const table = `IP address       HW type     Flags       HW address            Mask     Device
10.0.0.9         0x1         0x2         02:00:00:00:00:AB     *        eth0
10.0.0.10        0x1         0x0         00:00:00:00:00:00     *        eth0
10.0.0.11        0x1         0x2         02:00:00:00:00:01     *        eth0
10.0.0.12        0x1         0x2         02:00:00:00:00:01     *        eth0
nonsense
`

test.each([
  ['10.0.0.9', '02:00:00:00:00:ab'],
  // Nobody answered.
  ['10.0.0.10', null],
  // A router answers for both.
  ['10.0.0.11', null],
  ['10.0.0.13', null],
])('the card of %s is %s', (host, card) => expect(cardOf(table, host)).toBe(card))
