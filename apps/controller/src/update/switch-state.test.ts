import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseEntry as packedEntry } from '@shipminer/contract/releases'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assessTrial } from './assess-trial.ts'
import {
  giveStartBack,
  installedState,
  mostStarts,
  planStart,
  prove,
  ranWell,
  readSwitch,
  releaseEntry,
  rollBack,
  type SwitchState,
  switchFile,
  switchTo,
  writeSwitch,
} from './switch-state.ts'

const all = () => true
const offerId = '6f1c1a5e-0f8e-4a53-9c55-0d6a4a1f4c11'
const on = (version: string): SwitchState => ({ ...installedState, current: version })

describe('a version on trial', () => {
  test('is started so often, then the one before runs, and what happened is kept', () => {
    let state = switchTo(on('1.0.0'), '1.1.0', offerId)
    for (let start = 1; start <= mostStarts; start += 1) {
      const plan = planStart(state, all)
      expect(plan.run).toBe('1.1.0')
      expect(plan.state.trial?.starts).toBe(start)
      state = plan.state
    }
    const back = planStart(state, all)
    expect(back).toEqual({
      run: '1.0.0',
      state: {
        current: '1.0.0',
        previous: null,
        trial: null,
        outcome: { offerId, version: '1.1.0', reason: 'crashed', detail: 'started 3 times' },
      },
    })
    expect(planStart(back.state, all)).toEqual(back)
  })

  test('goes back to what was installed when nothing was there before', () => {
    const state = rollBack(switchTo(installedState, '1.1.0', offerId), 'hung', null)
    expect(planStart(state, all).run).toBeNull()
  })

  test('stays when it was proven and ran well; unproven it goes on being tried with its starts forgotten', () => {
    const { state } = planStart(switchTo(on('1.0.0'), '1.1.0', offerId), all)
    expect(ranWell(state).trial).toEqual({ offerId, starts: 0, proven: false })
    expect(ranWell(prove(state))).toMatchObject({ current: '1.1.0', previous: '1.0.0', trial: null })
  })

  test('a crash counts also after it was proven', () => {
    let state = prove(planStart(switchTo(on('1.0.0'), '1.1.0', offerId), all).state)
    for (let start = 1; start < mostStarts; start += 1) state = planStart(state, all).state
    expect(planStart(state, all).run).toBe('1.0.0')
  })

  test('a start that was ended from outside is given back', () => {
    const { state } = planStart(switchTo(on('1.0.0'), '1.1.0', offerId), all)
    expect(giveStartBack(state).trial?.starts).toBe(0)
    expect(giveStartBack(on('1.0.0'))).toEqual(on('1.0.0'))
  })
})

describe('a version whose program is gone', () => {
  test('is not started, on trial or not', () => {
    const only =
      (...there: string[]) =>
      (name: string) =>
        there.includes(name)
    const state = switchTo(on('1.0.0'), '1.1.0', offerId)
    expect(planStart(state, only('1.0.0'))).toMatchObject({
      run: '1.0.0',
      state: { outcome: { reason: 'damaged' } },
    })
    expect(planStart(state, only()).run).toBeNull()
    expect(planStart(ranWell(prove(state)), only('1.0.0')).run).toBe('1.0.0')
    expect(planStart(on('1.0.0'), only()).run).toBeNull()
  })
})

describe('assessTrial', () => {
  const limits = { reportMs: 600_000, hangMs: 60_000 }
  test.each([
    ['a good run', { proven: true, silentMs: 5_000, reachedMs: 0 }, null],
    ['days without a line', { proven: false, silentMs: 5_000, reachedMs: 0 }, null],
    ['a line that is there only now', { proven: false, silentMs: 5_000, reachedMs: 599_999 }, null],
    [
      'a line that only it cannot use',
      { proven: false, silentMs: 5_000, reachedMs: 600_000 },
      'not-reported-in',
    ],
    ['the same once it was welcomed', { proven: true, silentMs: 5_000, reachedMs: 9e9 }, null],
    ['no sign of life', { proven: true, silentMs: 60_001, reachedMs: 0 }, 'hung'],
  ])('%s', (_, run, expected) => {
    expect(assessTrial(run, limits)).toBe(expected)
  })
})

describe('on disk', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'switch-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('what was written is read; what a power cut left aside is not', () => {
    expect(readSwitch(dataDir)).toEqual(installedState)
    const state = planStart(switchTo(on('1.0.0'), '1.1.0', offerId), all).state
    writeSwitch(dataDir, state)
    writeFileSync(`${switchFile(dataDir)}.tmp`, '{"current":"9.9')
    expect(readSwitch(dataDir)).toEqual(state)
    writeSwitch(dataDir, rollBack(state, 'crashed', null))
    expect(readSwitch(dataDir).outcome).toEqual({
      offerId,
      version: '1.1.0',
      reason: 'crashed',
      detail: null,
    })
    expect(readdirSync(join(dataDir, 'update'))).toEqual(['switch.json'])
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"current":"../../tmp","previous":null,"trial":null,"outcome":null}',
    '{"current":"1.0.0","previous":null,"trial":{"starts":"many"},"outcome":null}',
    '{"current":"1.0.0","previous":null,"trial":null,"outcome":{"reason":"bored"}}',
  ])('%j counts as nothing: what was installed runs', (text) => {
    mkdirSync(join(dataDir, 'update'))
    writeFileSync(switchFile(dataDir), text)
    expect(readSwitch(dataDir)).toEqual(installedState)
  })
})

test('the launcher starts the program that releases have', () => {
  expect(releaseEntry).toBe(packedEntry)
})
