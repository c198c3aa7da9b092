import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { parseConfig } from '../../config.ts'
import { runAdminCommand } from '../../platform/admin/admin-socket.ts'
import { noteBackup } from '../../platform/backup/last-backup.ts'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { SecretKey } from '../../platform/secret-key/secret-key.ts'
import { createDoctorCommand, DoctorReportSchema, doctorReportText } from './doctor-command.ts'
import type { Checkup } from './gather-facts.ts'

/** A reverse proxy on this machine. Without `upgrade` it keeps WebSockets to itself, as one without settings for them does. */
async function startProxy(options: { forwardedFor: (sent: string) => string; upgrade: boolean }) {
  let target = 0
  const proxy = http.createServer((request, response) => {
    const forwardedFor = options.forwardedFor(String(request.headers['x-forwarded-for'] ?? ''))
    const { connection: _, upgrade: __, ...sent } = request.headers
    const headers = { ...sent, 'x-forwarded-for': forwardedFor }
    const { url = '/', method = 'GET' } = request
    request.pipe(
      http.request({ port: target, host: '127.0.0.1', path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }),
    )
  })
  if (options.upgrade)
    proxy.on('upgrade', ({ url, rawHeaders }, socket) => {
      const lines = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
      )
      const there = net.connect(target, '127.0.0.1')
      there.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      for (const end of [socket, there]) end.on('error', () => end.destroy())
      socket.pipe(there).pipe(socket)
    })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    leadTo(port: number) {
      target = port
    },
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

describeEachEngine('doctor', ({ store }) => {
  let dataDir: string
  let app: TestApp | undefined

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  })
  afterEach(async () => {
    await app?.server.close()
    app = undefined
    rmSync(dataDir, { recursive: true })
  })

  async function consult(settings: Record<string, string>, checkup: Checkup | null, nowMs = Date.now()) {
    const commands = createDoctorCommand({
      config: parseConfig({ NETWORK_SOURCES: '', PRICE_SOURCES: '', DATA_DIR: dataDir, ...settings }),
      openStore: async () => store(),
      secretKey: new SecretKey(Buffer.alloc(32, 9)),
      clock: () => nowMs,
      fetch: () => Promise.reject(new Error('no network in tests')),
      checkup,
    })
    const answer = await runAdminCommand(commands, 'doctor', {})
    if (!answer.ok) throw new Error(answer.error)
    const report = DoctorReportSchema.parse(JSON.parse(JSON.stringify(answer.result)))
    const of = (about: string) => report.findings.filter((one) => one.about === about)
    return { ...report, of, text: doctorReportText(report) }
  }

  async function startBehind(
    proxy: Awaited<ReturnType<typeof startProxy>>,
    trusted = '127.0.0.1',
  ): Promise<TestApp> {
    app = await buildTestApp(store(), {
      settings: { PUBLIC_URL: proxy.url, TRUSTED_PROXIES: trusted },
      fetch: globalThis.fetch,
    })
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    proxy.leadTo((app.server.server.address() as AddressInfo).port)
    return app
  }

  test('sees a running server through the proxy in front of it', async () => {
    const proxy = await startProxy({ forwardedFor: () => '198.51.100.4', upgrade: true })
    try {
      const { checkup, clock } = await startBehind(proxy)
      const finishedAt = new Date(clock.now())
      await noteBackup(store().db, { startedAt: finishedAt, finishedAt })
      const report = await consult({ PUBLIC_URL: proxy.url }, checkup, clock.now() + 3_600_000)
      for (const about of ['server', 'database', 'files', 'backup', 'public address', 'jobs'])
        expect(report.of(about), about).toMatchObject([{ level: 'good' }])
      expect(report.of('backup')[0]?.says).toContain('1 h ago')
      expect(report.text).toContain('0 wrong')
      expect(report.sound).toBe(true)
    } finally {
      proxy.close()
    }
  })

  test('a proxy that the machine reaches by its own address is trusted or not by the settings alone', async () => {
    const proxy = await startProxy({ forwardedFor: () => '127.0.0.1', upgrade: true })
    try {
      const { checkup } = await startBehind(proxy)
      expect((await consult({ PUBLIC_URL: proxy.url }, checkup)).of('public address')).toMatchObject([
        { level: 'good' },
      ])
      await app?.server.close()
      const blind = await startBehind(proxy, '192.0.2.1')
      expect((await consult({ PUBLIC_URL: proxy.url }, blind.checkup)).of('public address')).toMatchObject([
        { level: 'wrong', says: expect.stringContaining('is not trusted') },
      ])
    } finally {
      proxy.close()
    }
  })

  test('sees a proxy that believes visitors and stops WebSockets', async () => {
    const proxy = await startProxy({ forwardedFor: (sent) => sent, upgrade: false })
    try {
      const { checkup } = await startBehind(proxy)
      const report = await consult({ PUBLIC_URL: proxy.url }, checkup)
      expect(report.of('public address')).toMatchObject([
        { level: 'wrong', says: expect.stringContaining('Anyone can choose') },
        { level: 'wrong', says: expect.stringContaining('WebSockets') },
      ])
      expect(report.sound).toBe(false)
      // The address exists for nobody else.
      expect((await fetch(`${proxy.url}/health/probe/something`)).status).toBe(404)
    } finally {
      proxy.close()
    }
  })

  test('says of tables that are older or newer, and of files that others can open', async () => {
    const file = join(dataDir, 'secret.key')
    writeFileSync(file, 'a key')
    chmodSync(file, 0o644)
    const { db } = store()
    await sql`UPDATE kysely_migration SET name = '9999-of-tomorrow' WHERE name = '0120-guesses'`.execute(db)
    const report = await consult({}, null)
    await sql`UPDATE kysely_migration SET name = '0120-guesses' WHERE name = '9999-of-tomorrow'`.execute(db)
    expect(report.of('database')).toMatchObject([
      { level: 'wrong', says: expect.stringContaining('9999-of-tomorrow') },
    ])
    const { rows } = await sql<{ timestamp: string }>`
      DELETE FROM kysely_migration WHERE name = '0120-guesses' RETURNING timestamp`.execute(db)
    const older = await consult({}, null)
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('0120-guesses', ${rows[0]?.timestamp})`.execute(
      db,
    )
    expect(older.of('database')).toMatchObject([
      { level: 'wrong', says: expect.stringContaining('0120-guesses') },
    ])
    expect(report.of('files')).toMatchObject([{ level: 'wrong', says: expect.stringContaining(file) }])
    expect(report.of('server')).toMatchObject([{ level: 'wrong' }])
  })
})
