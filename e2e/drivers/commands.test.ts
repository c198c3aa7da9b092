import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOrder, CommandReport } from '@shipminer/contract/control'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '../../apps/controller/src/commands/command-journal.ts'
import { type CommandRunner, createCommandRunner } from '../../apps/controller/src/commands/command-runner.ts'
import { openCredentialStore } from '../../apps/controller/src/commands/credential-store.ts'
import { openImageStore } from '../../apps/controller/src/commands/image-store.ts'
import { openSealedBox } from '../../apps/controller/src/commands/sealed-box.ts'
import { parseCommandKey } from '../../apps/controller/src/commands/signed-order.ts'
import { silentLogger as log } from '../../apps/controller/src/platform/logger.ts'
import { type Bench, poolsOf, startBench } from './driver-bench.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

let folder: string
let bench: Bench
let runner: CommandRunner
let reports: CommandReport[]

async function openRunner(): Promise<CommandRunner> {
  const { clock, target, driver } = bench
  const now = () => clock.nowMs()
  const box = await openSealedBox(join(folder, 'key'))
  return createCommandRunner({
    controllerId: 'ship-1',
    commandKeys: () => [rawKey].flatMap((text) => parseCommandKey(text) ?? []),
    now,
    serverNow: now,
    // The ship's time goes by while the runner waits.
    pause: async (durationMs, signal) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal.aborted) clock.advance(durationMs)
    },
    findDevice: (key) => (key === target.identity.key ? { target, control: driver } : null),
    deviceKeys: () => [target.identity.key],
    credentials: await openCredentialStore({ path: join(folder, 'logins'), box, log }),
    images: await openImageStore({ path: join(folder, 'images'), box, log }),
    journal: await openJournal(join(folder, 'journal'), now, log),
    box,
    onReport: (report) => reports.push(report),
    log,
  })
}

async function order(fields: Partial<CommandOrder>): Promise<CommandReport | undefined> {
  const now = bench.clock.nowMs()
  const text = JSON.stringify({
    id: randomUUID(),
    controllerId: 'ship-1',
    deviceKey: bench.target.identity.key,
    action: 'sleep',
    parameters: {},
    restoreOf: null,
    issuedAt: now,
    expiresAt: now + 60_000,
    ...fields,
  })
  await runner.receive(text, sign(null, Buffer.from(text), privateKey).toString('base64'))
  await runner.idle()
  return reports.at(-1)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sm-commands-'))
  reports = []
  bench = await startBench('s21-hyd')
  runner = await openRunner()
})
afterEach(async () => {
  await runner.stop()
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
})

test('pools by an order, and the old ones back by one click after a restart of the controller', async () => {
  const before = poolsOf(bench.device)
  const id = randomUUID()
  const pools = [{ url: 'stratum+tcp://new.pool.example:3334', user: 'a.b', password: 'p' }]
  expect(await order({ id, action: 'set-pools', parameters: { pools } })).toMatchObject({
    state: 'confirmed',
    restorable: true,
  })
  expect(bench.device.truth().pools).toHaveLength(1)
  await runner.stop()
  runner = await openRunner()
  expect(await order({ restoreOf: id })).toMatchObject({ state: 'confirmed' })
  expect(poolsOf(bench.device)).toBe(before)
})

test('putting old settings back wakes no unit that gave way meanwhile', async () => {
  const id = randomUUID()
  expect(await order({ id, action: 'set-power-mode', parameters: { powerMode: 'low' } })).toMatchObject({
    state: 'confirmed',
  })
  expect(await runner.act(bench.target.identity.key, { kind: 'sleep' })).toEqual({
    result: 'confirmed',
    reason: null,
  })
  await order({ restoreOf: id })
  expect(bench.device.truth().asleep).toBe(true)
})

test('a stop while a start is still being waited for ends the waiting', async () => {
  await order({ action: 'stop' })
  const started = order({ action: 'start' })
  while (!reports.some(({ state }) => state === 'running' && reports.length > 2)) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await runner.act(bench.target.identity.key, { kind: 'sleep' })).toMatchObject({
    result: 'confirmed',
  })
  await started
  expect(bench.device.truth().asleep).toBe(true)
  expect(reports.at(-1)).toMatchObject({ state: 'unconfirmed', reason: 'superseded' })
})
