import { BoardAnswerSchema, mostBoardBytes } from '@shipminer/contract/board-answer'
import { expect, test } from 'vitest'
import { parseControllerConfig } from '../config.ts'
import type { LogLine } from '../platform/log-tail.ts'
import { boardAnswer } from './board-answer.ts'
import type { ControllerStatus, DeviceStatus } from './status.ts'

const parsed = parseControllerConfig({
  SERVER_URL: 'https://anna:hunter2@shore.example/base?key=hunter2',
  CONTROLLER_ID: 'SM-AAAAAA',
  ENROLMENT_TOKEN: 'hunter2',
  SCAN_RANGES: '192.168.1.0/24,192.168.2.7',
})
if (!parsed.ok) throw new Error(parsed.problems.join(', '))
const { config } = parsed
const ranges = ['192.168.1.1-192.168.1.254', '192.168.2.7']

const device = (index: number): DeviceStatus => ({
  ...{
    key: `mac:${index}`,
    make: 'Antminer',
    model: 'S19 '.repeat(60),
    hostname: null,
    address: '192.168.1.7',
  },
  ...{
    lastAnswerAgeMs: 1000,
    stale: false,
    unreachable: null,
    state: null,
    hashrateGhs: 1,
    powerWatts: null,
  },
  ...{ temperatureDeciC: null, flags: [] },
})
const statusOf = (devices: DeviceStatus[]) =>
  ({
    ...{
      version: '1.4.0',
      madeAt: 2_000.5,
      startedAt: 1_000,
      uplink: { state: 'live' },
      spool: { full: false },
    },
    ...{ enrolment: { state: 'enrolled', detail: null }, scan: {}, power: { masterStop: false }, rules: {} },
    ...{ update: {}, devices },
  }) as unknown as ControllerStatus
const line = (message: string, fields: object = {}): LogLine => ({ at: 10, level: 'warn', message, fields })

test('what the box says is what the contract takes, and opens nothing', async () => {
  const lines = [line('login of http://root:hunter2@192.168.1.7 failed', { password: 'hunter2', tries: 2 })]
  const answer = await boardAnswer({ status: statusOf([device(1)]), config, ranges, lines, behindMs: 5 })
  expect(BoardAnswerSchema.parse(answer)).toEqual(answer)
  expect(JSON.stringify(answer)).not.toContain('hunter2')
  const settings = answer.parts.find(({ part }) => part === 'settings')?.facts
  expect(settings).toEqual(
    expect.arrayContaining([
      { name: 'SERVER_URL', value: 'https://shore.example' },
      { name: 'SCAN_RANGES', value: '192.168.1.1-192.168.1.254, 192.168.2.7' },
      { name: 'GENERATOR_FILE', value: 'false' },
    ]),
  )
  expect(answer.log).toEqual([
    {
      at: 15,
      level: 'warn',
      text: 'login of http://[left out]@192.168.1.7 failed password=[left out] tries=2',
    },
  ])
  expect(answer.miners[0]).toMatchObject({
    key: 'mac:1',
    facts: expect.arrayContaining([{ name: 'powerWatts', value: null }]),
  })
})

test('of too much it says the newest lines and the first miners, and how many there are', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => line(`${at} ${'x'.repeat(600)}`))
  const devices = Array.from({ length: 2_000 }, (_, index) => device(index))
  const answer = await boardAnswer({ status: statusOf(devices), config, ranges, lines, behindMs: 0 })
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(mostBoardBytes)
  expect(answer.minerCount).toBe(2_000)
  expect(answer.miners.length).toBeGreaterThan(50)
  expect(answer.miners.length).toBeLessThan(500)
  expect(answer.log).toHaveLength(200)
  expect(answer.log.at(-1)?.text).toMatch(/^299 /)
  expect(BoardAnswerSchema.safeParse(answer).success).toBe(true)
})
