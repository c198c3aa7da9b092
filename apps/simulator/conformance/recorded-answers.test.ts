import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../src/clock.ts'
import { createUnit, type Unit } from '../src/device/unit.ts'
import { createAntminerRpc } from '../src/dialects/antminer/rpc.ts'
import {
  systemInfo as antminerSystemInfo,
  minerConf,
  webStats,
  webSummary,
} from '../src/dialects/antminer/web-answers.ts'
import { systemInfo } from '../src/dialects/axeos/system-info.ts'
import { createCgminerRpc } from '../src/dialects/cgminer/cgminer.ts'
import { type ModelName, modelNames } from '../src/models/catalogue.ts'
import { planShip } from '../src/ship/plan.ts'

/*
 * Compares the shape of our answers with answers recorded from real devices: every field that a real one has, ours
 * has too, with a value of the same type. The recordings are not part of the repository; DEVICE_RESPONSES names their
 * folder.
 */
const folder = process.env.DEVICE_RESPONSES ?? ''
const present = folder !== '' && existsSync(join(folder, 'asic-rs-antminer-v2020'))
if (!present) console.warn('SKIPPED: comparison with recorded devices, DEVICE_RESPONSES names no such folder')

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const recorded = (path: string): Json => JSON.parse(readFileSync(join(folder, path), 'utf8'))

/** A reply as it came from a socket, with its NUL. */
const recordedReply = (path: string): Json =>
  JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/\0$/, ''))

type Reply = { STATUS: Record<string, unknown>[] }

/**
 * Fields that one of several recorded firmware builds has and ours has not, or has as another type, each seen to
 * differ between real builds.
 */
const BUILD_DIFFERENCES = new Set([
  // Printed with a doubled percent sign by the build that we follow.
  'POOLS[].Pool Stale%',
  // Spelt `Tenperature` alone by the build that we follow.
  'DEVS[].Temperature',
  // An object on the web pages of the build that we follow, a list on others.
  'STATUS',
  // Numbers in new AxeOS, short texts in old.
  'bestDiff',
  'bestSessionDiff',
  // Hydro units have no fans to list.
  'STATS[].fan[]',
])

/** Paths of all fields with their types; elements of a list count as one. */
function shape(value: Json, path = '', into = new Map<string, string>()): Map<string, string> {
  if (Array.isArray(value)) {
    into.set(path, 'list')
    for (const element of value) shape(element, `${path}[]`, into)
  } else if (typeof value === 'object' && value !== null) {
    if (path !== '') into.set(path, 'object')
    for (const [key, field] of Object.entries(value)) shape(field, path === '' ? key : `${path}.${key}`, into)
  } else {
    into.set(path, typeof value)
  }
  return into
}

function missing(real: Json, ours: Json): string[] {
  const own = shape(ours)
  return [...shape(real)]
    .filter(
      ([path]) => ![...BUILD_DIFFERENCES].some((known) => path === known || path.startsWith(`${known}[`)),
    )
    .filter(([path, type]) => own.get(path) !== type)
    .map(([path, type]) => `${path} (${type}, ours ${own.get(path) ?? 'absent'})`)
}

function unitOf(model: ModelName): Unit {
  const [planned] = planShip({
    seed: 'recorded',
    fleet: [{ model, count: 1 }],
    host: '127.0.0.1',
    ownAddresses: false,
    ageMs: 36_000_000,
  })
  if (!planned) throw new Error('no unit')
  return createUnit({
    clock: createManualClock(),
    credentials: { user: 'root', password: 'root' },
    ...planned,
  })
}

describe.skipIf(!present)('against recorded devices', () => {
  const antminers = modelNames.filter((name) => name.endsWith('hyd'))
  const commands = ['version', 'summary', 'pools', 'devs', 'stats']

  describe.each(antminers)('%s', (model) => {
    const unit = unitOf(model)
    const rpc = createAntminerRpc(unit)
    const ask = (command: string): Json =>
      JSON.parse(
        rpc(Buffer.from(JSON.stringify({ command })))
          .toString()
          .replace(/\0$/, ''),
      )

    test.each(commands)('%s has the fields of the S19 of 2022', (command) => {
      expect(missing(recorded(`asic-rs-antminer-v2020/${command}.json`), ask(command))).toEqual([])
    })
    test.each(['version', 'summary', 'pools', 'devs'])('%s has the fields of the S19 of 2023', (command) => {
      expect(missing(recorded(`proto-fleet-antminer-stock/rpc/${command}.json`), ask(command))).toEqual([])
    })
    test('the web pages have the fields of the S19 and the S21', () => {
      const view = unit.view()
      const host = '127.0.0.1'
      const pages: [string, unknown][] = [
        ['asic-rs-antminer-v2020/system_info.json', antminerSystemInfo(view, host)],
        ['proto-fleet-antminer-stock/web/get_system_info.json', antminerSystemInfo(view, host)],
        ['proto-fleet-antminer-stock/web/get_miner_conf.json', minerConf(view)],
        ['proto-fleet-antminer-stock/web/summary.json', webSummary(view)],
        ['proto-fleet-antminer-stock/web/stats.json', webStats(view)],
      ]
      for (const [path, ours] of pages)
        expect([path, ...missing(recorded(path), ours as Json)]).toEqual([path])
    })
  })

  test.each(['bitaxe', 'lottery'] as const)('%s has the fields of the Bitaxe', (model) => {
    const ours = systemInfo(unitOf(model).view(), '127.0.0.1') as Json
    expect(missing(recorded('asic-rs-bitaxe-v2_0_0/system_info.json'), ours)).toEqual([])
  })

  test.each(['version', 'config', 'summary', 'pools', 'stats', 'coin', 'asccount'])(
    'plain cgminer: %s has the fields of a running one',
    (command) => {
      const rpc = createCgminerRpc(unitOf('cgminer'))
      const ours = JSON.parse(
        rpc(Buffer.from(JSON.stringify({ command })))
          .toString()
          .replace(/\0$/, ''),
      )
      const real = recordedReply(`cgminer-4.11.1-no-devices/${command}.json`)
      expect(missing(real, ours)).toEqual([])
      expect(ours.STATUS[0]).toMatchObject({
        ...(real as Reply).STATUS[0],
        When: expect.any(Number),
        Msg: expect.any(String),
      })
    },
  )

  test('plain cgminer: joined commands are nested as by a running one', () => {
    const rpc = createCgminerRpc(unitOf('cgminer'))
    const ours = JSON.parse(
      rpc(Buffer.from('{"command":"summary+devs+pools"}')).toString().replace(/\0$/, ''),
    )
    const real = recordedReply('cgminer-4.11.1-no-devices/summary-devs-pools.json')
    expect(missing(real, ours).filter((field) => !field.startsWith('devs'))).toEqual([])
    expect(Object.keys(ours)).toEqual(Object.keys(real as object))
  })

  test.each([
    ['{"command":"bogus"}', 'bogus.json'],
    ['{"command":""}', 'empty.json'],
    ['{"command":', 'raw-bad-json.bin'],
    ['', 'raw-empty.bin'],
  ])('plain cgminer: %j is refused in the very words of a running one', (request, path) => {
    const rpc = createCgminerRpc(unitOf('cgminer'))
    const timeless = (text: string) => text.replace(/(When"?[:=])\d+/, '$1')
    const real = readFileSync(join(folder, 'cgminer-4.11.1-no-devices', path)).toString()
    expect(timeless(rpc(Buffer.from(request)).toString())).toBe(timeless(real))
  })

  test('refusals have the form of a running cgminer', () => {
    const rpc = createAntminerRpc(unitOf('s19xp-hyd'))
    const bytes = (path: string) => readFileSync(join(folder, 'cgminer-4.11.1-no-devices', path)).toString()
    const code = (text: string) => /Code"?[:=](\d+)/.exec(text)?.[1]
    for (const [request, path] of [
      ['{"command":"bogus"}', 'bogus.json'],
      ['{"command":""}', 'empty.json'],
      ['{"command":', 'raw-bad-json.bin'],
      ['', 'raw-empty.bin'],
      ['GET / HTTP/1.0\r\n\r\n', 'raw-http.bin'],
      ['[{"command":"summary"}]', 'raw-list.bin'],
      ['{"command":"summary"}\n', 'raw-cmd-newline.bin'],
      ['{"command":"summary"}\r\n', 'raw-crlf.bin'],
      ['summary', 'raw-text-summary.bin'],
    ] as const) {
      const ours = rpc(Buffer.from(request)).toString()
      const real = bytes(path)
      expect([request, code(ours), ours.at(-1)]).toEqual([request, code(real), real.at(-1)])
      expect(ours.startsWith('{')).toBe(real.startsWith('{'))
    }
  })
})
