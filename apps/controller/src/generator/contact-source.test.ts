import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { type ContactState, createContactSource, readContact } from './contact-source.ts'

test.each([
  ['0\n', '0', true],
  ['1\n', '0', false],
  ['1', '1', true],
  ['0', '1', false],
  ['', '0', null],
  ['10', '0', null],
  ['yes', '1', null],
] as const)('%j with needs-power at %s is %s', (text, when, expected) =>
  expect(readContact(text, when)).toBe(expected),
)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contact-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('tells what the file holds, and that it cannot be read', async () => {
  const path = join(folder, 'value')
  const states: ContactState[] = []
  const source = createContactSource({
    contact: { path, needsPowerWhen: '1', intervalMs: 50 },
    onState: (state) => states.push(state),
    clock: systemClock,
  })
  const until = (expected: boolean | null) =>
    vi.waitFor(() => expect(states.at(-1)?.shipNeedsPower).toBe(expected), { timeout: 60_000, interval: 10 })
  source.start()
  await until(null)
  expect(source.status()).toMatchObject({ state: 'waiting', detail: 'cannot be read' })
  await writeFile(path, '0\n')
  await until(false)
  await writeFile(path, '1\n')
  await until(true)
  expect(source.status()).toMatchObject({ kind: 'contact', state: 'connected', detail: null })
  await source.stop()
})
