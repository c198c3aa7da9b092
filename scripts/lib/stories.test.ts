import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openLine } from './line.ts'
import { openStories, stories } from './stories.ts'

test('each story begins and ends when it is asked to, and no web page can tell one', async () => {
  const done: string[] = []
  const told = await openStories(
    {
      turnGenerator: async (knobs) => void done.push(JSON.stringify(knobs)),
      setFault: async (fault) => void done.push(JSON.stringify(fault)),
      line: { cut: () => done.push('cut'), mend: () => done.push('mend') },
    },
    () => undefined,
  )
  const ask = async (method: string, name: string, headers = {}) =>
    (await fetch(`${told.url}/${name}`, { method, headers })).status
  try {
    for (const name of Object.keys(stories)) {
      expect(await ask('POST', name)).toBe(204)
      expect(await ask('DELETE', name)).toBe(204)
    }
    expect(done).toEqual([
      '{"shipKw":48}',
      '{"shipKw":null}',
      '{"feed":"cut"}',
      '{"feed":"on"}',
      '{"kind":"pool-dead"}',
      'null',
      'cut',
      'mend',
    ])
    expect(await ask('POST', 'no-such-story')).toBe(404)
    expect(await ask('POST', 'toString')).toBe(404)
    expect(await ask('POST', 'line-cut', { origin: 'https://evil.example' })).toBe(404)
    expect(done).toHaveLength(8)
  } finally {
    told.close()
  }
})

test('a line carries both ways, ends what runs over it when it is cut, and carries again', async () => {
  const shore = createServer((socket) => socket.pipe(socket)).listen(0, 'localhost')
  await once(shore, 'listening')
  const line = await openLine((shore.address() as { port: number }).port)
  const call = async () => {
    const socket = connect(Number(new URL(line.url).port), '127.0.0.1')
    socket.on('error', () => socket.destroy())
    socket.write('ahoy')
    const heard = await Promise.race([
      once(socket, 'data').then(String),
      once(socket, 'close').then(() => null),
    ])
    return { socket, heard }
  }
  const first = await call()
  expect(first.heard).toBe('ahoy')
  const closed = once(first.socket, 'close')
  line.cut()
  await closed
  expect((await call()).heard).toBeNull()
  line.mend()
  const last = await call()
  expect(last.heard).toBe('ahoy')
  last.socket.destroy()
  await line.close()
  shore.close()
})
