import { expect, test } from 'vitest'
import { factsOf, leftOut, withoutSecrets } from './facts.ts'
import { keepLogTail } from './log-tail.ts'
import { silentLogger } from './logger.ts'

test('every figure stands under its path, unknown is unknown, and secrets are left out by their names', () => {
  const value = {
    a: { b: [1, null], c: true },
    enrolmentToken: 'tok-1',
    login: { user: 'root', password: 'hunter2' },
    pools: [{ url: 'stratum+tcp://bc1qme:x@pool.example:3333', workerName: 'bc1qme.rig' }],
    empty: [],
    key: 'aa:bb',
  }
  expect(factsOf(value, 100)).toEqual([
    { name: 'a.b.0', value: '1' },
    { name: 'a.b.1', value: null },
    { name: 'a.c', value: 'true' },
    { name: 'enrolmentToken', value: leftOut },
    { name: 'login', value: leftOut },
    { name: 'pools.0.url', value: `stratum+tcp://${leftOut}@pool.example:3333` },
    { name: 'pools.0.workerName', value: leftOut },
    { name: 'empty', value: '[]' },
    { name: 'key', value: leftOut },
  ])
  expect(factsOf(value, 2)).toHaveLength(2)
  const loop: Record<string, unknown> = {}
  loop.self = loop
  expect(JSON.stringify(factsOf(loop, 50))).not.toContain('undefined')
})

test('a text says nothing that opens something', () => {
  for (const text of [
    'GET http://root:hunter2@192.168.1.7/ failed',
    'login with password=hunter2 refused',
    '{"user":"root","password":"hunter2"}',
    'authorization: Basic cm9vdDpodW50ZXIy',
    'token: hunter2',
  ])
    expect(withoutSecrets(text)).not.toMatch(/hunter2|cm9vdDpodW50ZXIy|"root"/)
  expect(withoutSecrets('device 192.168.1.7:4028 did not answer in time')).toBe(
    'device 192.168.1.7:4028 did not answer in time',
  )
})

test('the last 200 lines are kept, and what is only for finding faults is not', () => {
  const said: string[] = []
  const note = (_: object, message: string) => void said.push(message)
  const tail = keepLogTail({ ...silentLogger, info: note, debug: note, error: note }, () => 7)
  for (let at = 0; at < 250; at += 1) tail.log.info({ at }, `line ${at}`)
  tail.log.debug({}, 'not kept')
  tail.log.error({}, 'last')
  expect(said).toHaveLength(252)
  expect(tail.lines()).toHaveLength(200)
  expect(tail.lines()[0]).toEqual({ at: 7, level: 'info', message: 'line 51', fields: { at: 51 } })
  expect(tail.lines().at(-1)).toMatchObject({ level: 'error', message: 'last' })
})
