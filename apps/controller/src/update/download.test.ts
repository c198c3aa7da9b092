import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { download } from './download.ts'
import { sha256 } from './test-release.ts'

const content = randomBytes(100_000)
const wanted = { sha256: sha256(content), bytes: content.length }

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

let folder: string
let path: string
let server: Server
let ranges: (string | undefined)[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

/** Does what the product's server does: serves from a byte on, when requested. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }
  response.writeHead(from > 0 ? 206 : 200, from > 0 ? range : {}).end(content.subarray(from))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'download-'))
  path = join(folder, 'update', 'archive.part')
  ranges = []
  answer = serve
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const get = (more: Partial<Parameters<typeof download>[0]> = {}) =>
  download({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a`,
    path,
    wanted,
    fetchFn: fetch,
    signal: AbortSignal.timeout(20_000),
    ...more,
  })

describe('download', () => {
  test('brings the whole, and needs no server when it is there already', async () => {
    expect(await get()).toEqual({ ok: true, bytes: content })
    server.closeAllConnections()
    answer = (_, response) => response.writeHead(500).end()
    expect(await get()).toEqual({ ok: true, bytes: content })
    expect(ranges).toHaveLength(1)
  })

  test('goes on after a line that broke, from the byte it had', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, 30_000))
      broken = () => response.destroy()
    }
    let broken = () => {}
    const first = get()
    await soon(() => existsSync(path) && readFileSync(path).length).toBe(30_000)
    broken()
    expect(await first).toMatchObject({ ok: false, again: true })
    const had = readFileSync(path).length
    expect(had).toBe(30_000)
    answer = serve
    expect(await get()).toEqual({ ok: true, bytes: content })
    expect(ranges).toEqual([undefined, `bytes=${had}-`])
  })

  test('begins anew when the server does not know ranges', async () => {
    await get()
    writeFileSync(path, content.subarray(0, 10))
    answer = (_, response) => response.writeHead(200).end(content)
    expect(await get()).toEqual({ ok: true, bytes: content })
  })

  test.each([404, 500, 503])('%i is tried again later', async (status) => {
    answer = (_, response) => response.writeHead(status).end('no')
    expect(await get()).toEqual({ ok: false, again: true, cause: `the server answered ${status}` })
  })

  test('a server that sends elsewhere is not followed', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/b' }).end()
    expect(await get()).toMatchObject({ ok: false, again: true })
    expect(ranges).toHaveLength(1)
  })

  test('never takes more than was signed', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(content)) {}
      }
      response.on('drain', pour)
      pour()
    }
    expect(await get()).toMatchObject({ ok: false, again: true, cause: expect.stringContaining('more than') })
    expect(readFileSync(path).length).toBeLessThanOrEqual(wanted.bytes)
  })

  test('other bytes of the right length are thrown away', async () => {
    answer = (_, response) => response.writeHead(200).end(randomBytes(content.length))
    expect(await get()).toMatchObject({ ok: false, again: false })
    expect(existsSync(path)).toBe(false)
  })

  test('ends when it is not wanted any more', async () => {
    const stop = new AbortController()
    answer = (_, response) => {
      response.writeHead(200)
      response.write(content.subarray(0, 10), () => stop.abort())
    }
    expect(await get({ signal: stop.signal })).toMatchObject({ ok: false, again: true })
  })
})
