import { expect, test } from 'vitest'
import { parseTestArguments } from './test-arguments.ts'

test.each([
  [[], ['check', 'unit', 'build', 'e2e'], [], [], []],
  [['unit'], ['unit'], [], [], []],
  [['unit', 'check'], ['check', 'unit'], [], [], []],
  [['e2e'], ['build', 'e2e'], [], [], []],
  [['apps/server'], ['unit'], ['apps/server'], [], []],
  [['e2e/fleet.spec.ts'], ['build', 'e2e'], [], ['e2e/fleet.spec.ts'], []],
  [['unit', '-t', 'claim'], ['unit'], [], [], ['-t', 'claim']],
])('%j asks for %j', (args, steps, unitPaths, journeyPaths, flags) => {
  expect(parseTestArguments(args)).toEqual({ steps, unitPaths, journeyPaths, flags })
})
