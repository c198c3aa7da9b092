import { afterEach, describe, expect, test } from 'vitest'
import { budgetFrom } from '../budget.ts'
import {
  answerFrom,
  closedPort,
  type FakeServer,
  NUL,
  type Responder,
  startHttp,
  startTcp,
} from '../fixtures/fake-device.ts'
import { fixture } from '../fixtures/fixtures.ts'
import { readCommand } from './cgminer-client.ts'
import { replyTo, sectionOf } from './parse-reply.ts'

const servers: FakeServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function miner(respond: Responder): Promise<FakeServer> {
  const server = await startTcp(respond)
  servers.push(server)
  return server
}

const summary = fixture('cgminer-4.11.1-no-devices', 'summary')
const ask = (server: { host: string; port: number }, command = 'summary', timeoutMs = 2000) =>
  readCommand(server, command, budgetFrom({ timeoutMs }))

function elapsedOf(outcome: Awaited<ReturnType<typeof ask>>): unknown {
  return outcome.ok
    ? sectionOf(replyTo(outcome.parsed, 'summary'), 'SUMMARY').rows[0]?.Elapsed
    : outcome.reason
}

describe('good answers', () => {
  test('one request in one write, read until the other side closes', async () => {
    const server = await miner((_request, socket) => socket.end(summary))
    expect(elapsedOf(await ask(server))).toBe(39)
    expect(server.requests).toEqual(['{"command":"summary"}'])
  })

  test.each([
    ['no NUL', Buffer.concat([summary.subarray(0, -1)])],
    ['three NULs', Buffer.concat([summary, NUL, NUL])],
    ['NUL and newline', Buffer.concat([summary, Buffer.from('\n')])],
    ['a NUL in the middle', Buffer.concat([summary.subarray(0, 40), NUL, summary.subarray(40)])],
  ])('%s', async (_name, bytes) => {
    const server = await miner((_request, socket) => socket.end(bytes))
    expect(elapsedOf(await ask(server))).toBe(39)
  })

  test('a slow drip of single pieces', async () => {
    const server = await miner((_request, socket) => {
      let position = 0
      const drip = () => {
        if (socket.destroyed) return
        socket.write(summary.subarray(position, position + 60))
        position += 60
        if (position >= summary.length) socket.end()
        else setTimeout(drip, 5)
      }
      drip()
    })
    expect(elapsedOf(await ask(server))).toBe(39)
    expect(server.requests).toHaveLength(1)
  })

  test('a NUL long before the end does not end the answer', async () => {
    const server = await miner((_request, socket) => {
      socket.write(Buffer.concat([summary.subarray(0, 50), NUL]))
      setTimeout(() => socket.end(summary.subarray(50)), 30)
    })
    expect(elapsedOf(await ask(server))).toBe(39)
  })

  test('a device that never closes is taken at its word once its answer rests', async () => {
    const server = await miner((_request, socket) => socket.write(summary))
    expect(elapsedOf(await ask(server, 'summary', 20_000))).toBe(39)
  })
})

describe('cut answers', () => {
  test('are asked for once more', async () => {
    const server = await miner((_request, socket, count) =>
      socket.end(count === 1 ? summary.subarray(0, 200) : summary),
    )
    const outcome = await ask(server)
    expect(elapsedOf(outcome)).toBe(39)
    expect(outcome).toMatchObject({ parsed: { partial: false } })
    expect(server.requests).toHaveLength(2)
  })

  test('are repaired and marked partial when the second is cut too', async () => {
    const server = await miner((_request, socket) => socket.end(summary.subarray(0, 400)))
    const outcome = await ask(server)
    expect(elapsedOf(outcome)).toBe(39)
    expect(outcome).toMatchObject({ parsed: { partial: true } })
    expect(server.requests).toHaveLength(2)
  })

  test('keep what the first gave when the second fails', async () => {
    const server = await miner((_request, socket, count) =>
      count === 1 ? socket.end(summary.subarray(0, 400)) : socket.resetAndDestroy(),
    )
    expect(elapsedOf(await ask(server))).toBe(39)
  })
})

describe('failures are values', () => {
  test('a port on which nothing listens', async () => {
    expect(await ask({ host: '127.0.0.1', port: await closedPort() })).toMatchObject({
      ok: false,
      reason: 'refused',
    })
  })

  test('a device that accepts and says nothing', async () => {
    const server = await miner(() => {})
    expect(await ask(server, 'summary', 150)).toMatchObject({ ok: false, reason: 'timeout' })
  })

  test('a device that stops in the middle', async () => {
    const server = await miner((_request, socket) => socket.write('{"STATUS":[{"STA'))
    expect(await ask(server, 'summary', 150)).toMatchObject({ ok: false, reason: 'garbled' })
  })

  test('a reset', async () => {
    const server = await miner((_request, socket) => socket.resetAndDestroy())
    expect(await ask(server)).toMatchObject({ ok: false, reason: 'closed' })
  })

  test('an early close without a byte', async () => {
    const server = await miner((_request, socket) => socket.end())
    expect(await ask(server)).toMatchObject({ ok: false, reason: 'closed' })
  })

  test('rubbish', async () => {
    const server = await miner((_request, socket) => socket.end('SSH-2.0-dropbear\r\n'))
    expect(await ask(server)).toMatchObject({ ok: false, reason: 'garbled' })
    expect(server.requests).toHaveLength(2)
  })

  test('an answer without end is cut at the limit', async () => {
    const server = await miner((_request, socket) => {
      const block = Buffer.alloc(64 * 1024, 'x')
      const pump = () => {
        while (!socket.destroyed && socket.write(block));
      }
      socket.on('drain', pump)
      pump()
    })
    expect(await ask(server, 'summary', 10_000)).toMatchObject({ ok: false, reason: 'garbled' })
  })

  test('HTTP on the port of the API', async () => {
    const server = await startHttp((_request, response) => response.end('Miner Web Dashboard'))
    servers.push(server)
    expect(await ask(server)).toMatchObject({ ok: true, parsed: { kind: 'http' } })
  })

  test('a front-end whose miner is not up yet', async () => {
    const server = await miner((_request, socket) =>
      socket.end('Socket connect failed: Connection refused\n'),
    )
    expect(await ask(server)).toMatchObject({ ok: true, parsed: { kind: 'starting' } })
    expect(server.requests).toHaveLength(1)
  })

  test('the caller gives up', async () => {
    const server = await miner(() => {})
    const caller = new AbortController()
    const outcome = readCommand(server, 'summary', budgetFrom({ timeoutMs: 60_000, signal: caller.signal }))
    setTimeout(() => caller.abort(), 20)
    expect(await outcome).toMatchObject({ ok: false, reason: 'timeout' })
    expect(await ask(server, 'summary', 0)).toMatchObject({ ok: false, reason: 'timeout' })
  })
})

test('one connection at a time, however many ask', async () => {
  const server = await miner(answerFrom({ summary, devs: summary }))
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(server, 'summary', 20_000)))
  expect(outcomes.map(elapsedOf)).toEqual(new Array(20).fill(39))
  expect(server.mostTogether()).toBe(1)
})

test('who waits behind a hung connection gives up in time, and the next gets its turn', async () => {
  const server = await miner((_request, socket, count) => {
    if (count > 1) socket.end(summary)
  })
  const hung = ask(server, 'summary', 300)
  const waiting = ask(server, 'summary', 50)
  const patient = ask(server, 'summary', 10_000)
  expect(await waiting).toMatchObject({ ok: false, reason: 'timeout' })
  expect(await hung).toMatchObject({ ok: false, reason: 'timeout' })
  expect(elapsedOf(await patient)).toBe(39)
  expect(server.requests).toHaveLength(2)
})
