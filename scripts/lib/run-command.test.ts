import { expect, test } from 'vitest'
import { runCommand, runNode } from './run-command.ts'

test('captures what a program says, and its exit code', async () => {
  const result = await runNode('-e', ['console.log("said"); process.exitCode = 3'], { output: 'capture' })
  expect(result).toMatchObject({ exitCode: 3, output: 'said\n' })
})

test('a program that is not there is a result, not a throw', async () => {
  const result = await runCommand('no-such-program-here', [], { output: 'capture' })
  expect(result.exitCode).toBe(127)
})

test('ends a program that takes too long', async () => {
  const result = await runNode('-e', ['setInterval(() => {}, 1000)'], { output: 'capture', timeoutMs: 50 })
  expect(result.exitCode).toBe(124)
})

test('leaves the signals alone once nothing runs', async () => {
  const before = process.listenerCount('SIGTERM')
  const running = runNode('-e', [''], { output: 'capture' })
  expect(process.listenerCount('SIGTERM')).toBe(before + 1)
  await running
  expect(process.listenerCount('SIGTERM')).toBe(before)
})
