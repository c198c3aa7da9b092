import { expect, test } from 'vitest'
import { isGreetable } from './greeting.ts'

test.each([
  ['Anna de Vries', true],
  ['J. de Vries-Șerban', true],
  ["d'Hondt, Müller", true],
  ['', false],
  ['Win at evil.example', false],
  ['https://evil', false],
  ['www evil', false],
  ['Anna 0612345678', false],
  ['<b>Anna</b>', false],
  ['A'.repeat(61), false],
])('%s: %s', (name, greetable) => expect(isGreetable(name)).toBe(greetable))
