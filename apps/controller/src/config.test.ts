import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseControllerConfig, settingsTable } from './config.ts'

const least = { SERVER_URL: 'https://shore.example/', CONTROLLER_ID: 'ship-1' }

describe('controller settings', () => {
  test('two are required, the rest has defaults', () => {
    const result = parseControllerConfig(least)
    expect(result).toMatchObject({
      ok: true,
      config: {
        serverUrl: 'https://shore.example',
        controllerId: 'ship-1',
        enrolmentToken: null,
        scanRanges: [],
        scanIntervalMs: 300_000,
        pollIntervalMs: 30_000,
        pollConcurrency: 64,
        deviceTimeoutMs: 5_000,
        spoolMaxBytes: 2 ** 30,
        statusHost: '127.0.0.1',
        statusPort: 8_480,
        statusNames: [],
        logLevel: 'info',
      },
    })
  })

  test('all problems are told at once', () => {
    const result = parseControllerConfig({
      SERVER_URL: 'ftp://shore',
      SCAN_RANGES: '10.0.0.0/24, nonsense',
      POLL_INTERVAL_MS: '7000',
      POLL_CONCURRENCY: '-1',
      SPOOL_MAX_BYTES: '1e9',
      LOG_LEVEL: 'loud',
    })
    expect(result.ok).toBe(false)
    if (result.ok) return
    const named = result.problems.map((problem) => problem.split(' ')[0]).sort()
    expect(named).toEqual([
      'CONTROLLER_ID',
      'LOG_LEVEL',
      'POLL_CONCURRENCY',
      'POLL_INTERVAL_MS',
      'SCAN_RANGES',
      'SERVER_URL',
      'SPOOL_MAX_BYTES',
    ])
  })

  test('a value of spaces counts as not set', () => {
    expect(parseControllerConfig({ ...least, POLL_INTERVAL_MS: ' ', ENROLMENT_TOKEN: '' })).toMatchObject({
      ok: true,
      config: { pollIntervalMs: 30_000, enrolmentToken: null },
    })
  })

  test('a device budget as long as the interval is refused', () => {
    expect(parseControllerConfig({ ...least, POLL_INTERVAL_MS: '5000' })).toMatchObject({ ok: false })
    expect(
      parseControllerConfig({ ...least, POLL_INTERVAL_MS: '5000', DEVICE_TIMEOUT_MS: '3000' }),
    ).toMatchObject({ ok: true })
  })

  test('the install note shows the settings as they are', () => {
    const note = readFileSync(new URL('../../../docs/install-controller.md', import.meta.url), 'utf8')
    expect(note).toContain(settingsTable())
  })
})
