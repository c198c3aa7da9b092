import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSetSource, GeneratorSetSchema, isRunningBy, type SetSource } from './set-source.ts'

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })
let source: SetSource | null = null
let ages: number[]
afterEach(async () => {
  await source?.stop()
  source = null
})

function open(running: object, fetchFn: typeof fetch = fetch) {
  const { running: signal } = GeneratorSetSchema.parse({ name: 'SB', capacityKw: 100, running })
  const states: (boolean | null)[] = []
  ages = []
  const onState = (one: boolean | null, ageMs: number) => {
    states.push(one)
    ages.push(ageMs)
  }
  source = createSetSource({ signal, onState, fetchFn, token: () => 'secret' })
  source.start()
  return states
}

describe('a value means that the set runs', () => {
  test.each([
    [0b0100_0000, { bit: 6 }, true],
    [0b1011_1111, { bit: 6 }, false],
    [-1, { bit: 6 }, null],
    [8, { oneOf: [7, 8] }, true],
    [6, { oneOf: [7, 8] }, false],
    ['Running', { oneOf: ['running'] }, true],
    [true, { oneOf: [true] }, true],
    [1_500, { above: 100 }, true],
    [0, { above: 100 }, false],
    ['1500', { above: 100 }, null],
    [Number.NaN, { above: 100 }, null],
    [null, { oneOf: ['null'] }, null],
    [{}, { oneOf: ['on'] }, null],
  ] as const)('%j by %j: %s', (value, when, expected) =>
    expect(isRunningBy(value, when as never)).toBe(expected),
  )
})

describe('a contact', () => {
  test('is read until it cannot be, and then nothing is known', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'set-'))
    const path = join(directory, 'value')
    await writeFile(path, '1\n')
    const states = open({ kind: 'file', path })
    await until(() => expect(states.at(-1)).toBe(true))
    await writeFile(path, '0\n')
    await until(() => expect(states.at(-1)).toBe(false))
    await rm(directory, { recursive: true })
    await until(() => expect(states.at(-1)).toBeNull())
  })
})

describe('a path of Signal K', () => {
  const running = { kind: 'signal-k', baseUrl: 'http://ship:3000', path: 'electrical.generators.sb.state' }
  const at = Date.parse('2026-11-22T12:00:00Z')
  const server = (value: unknown, timestamp: number, status = 200) => {
    const asked: { url: string; authorization: string | null }[] = []
    const fetchFn: typeof fetch = async (url, init) => {
      asked.push({ url: String(url), authorization: new Headers(init?.headers).get('authorization') })
      return Response.json(
        { value, timestamp: new Date(timestamp).toISOString() },
        { status, headers: { date: new Date(at).toUTCString() } },
      )
    }
    return { asked, fetchFn }
  }
  const signal = { ...running, when: { oneOf: ['running'] } }
  test('is asked for with the access that the ship gave', async () => {
    const { asked, fetchFn } = server('running', at - 2_000)
    const states = open(signal, fetchFn)
    await until(() => expect(states[0]).toBe(true))
    expect(ages[0]).toBe(2_000)
    expect(asked[0]).toEqual({
      url: 'http://ship:3000/signalk/v1/api/vessels/self/electrical/generators/sb/state',
      authorization: 'Bearer secret',
    })
  })
  test.each([
    ['that the server received long ago', server('running', at - 20_000).fetchFn],
    ['that the server refuses', server('running', at, 404).fetchFn],
    [
      'that cannot be reached',
      (async () => {
        throw new TypeError('refused')
      }) as typeof fetch,
    ],
  ])('%s is not known', async (_, fetchFn) => {
    const states = open(signal, fetchFn)
    await until(() => expect(states).toHaveLength(1))
    expect(states).toEqual([null])
  })
})
