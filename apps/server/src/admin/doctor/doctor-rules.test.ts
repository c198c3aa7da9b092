import { expect, test } from 'vitest'
import type { ForwardedRequest } from '../../platform/http/proxy-probe.ts'
import type { DoctorFacts } from './doctor-facts.ts'
import { examine, isSound } from './doctor-rules.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const hourMs = 3_600_000
const gibibyte = 1024 ** 3
const forgedIp = '203.0.113.77'

const throughProxy: ForwardedRequest = {
  ip: '198.51.100.4',
  socketIp: '127.0.0.1',
  isSocketTrusted: true,
  host: 'ships.example.org',
  forwardedFor: '198.51.100.4',
  forgedIp,
}

/** An installation that lacks nothing. */
const sound = {
  nowMs,
  production: true,
  settings: {
    publicUrl: 'https://ships.example.org',
    examples: [],
    metricsToken: true,
    sharedKey: true,
    providerEmail: true,
  },
  serverRuns: true,
  database: { engine: 'postgresql', version: 150_020, applied: 95, pending: [], unknown: [] },
  wideFiles: [],
  foreignFiles: [],
  mail: { configured: true, refusal: null, oldestQueuedSeconds: 3, failed: 0 },
  chains: [{ chain: 'bitcoin', source: 'core', isFresh: true, lagSeconds: 4, lastError: null }],
  clocks: [{ of: 'the database', aheadMs: -120 }],
  lastBackupMs: nowMs - 10 * hourMs,
  disk: { path: '/var/lib/shipminer', freeBytes: 50 * gibibyte, totalBytes: 100 * gibibyte },
  publicAddress: { kind: 'here', request: throughProxy, socketOpens: true },
  jobs: [{ name: 'silence', behindSeconds: 0, lastError: null }],
  secret: { others: 0, since: null, sealed: [], claimKeys: { count: 0, some: [] }, recoveryCodes: 0 },
} satisfies DoctorFacts

const settings = (changed: Partial<DoctorFacts['settings']>) => ({
  settings: { ...sound.settings, ...changed },
})
const proxied = (changed: Partial<ForwardedRequest>, socketOpens = true) => ({
  publicAddress: { kind: 'here' as const, request: { ...throughProxy, ...changed }, socketOpens },
})
const database = (changed: object) => ({ database: { ...sound.database, ...changed } })
const disk = (freeGiB: number, totalGiB: number) => ({
  disk: { path: '/data', freeBytes: freeGiB * gibibyte, totalBytes: totalGiB * gibibyte },
})
const clock = (aheadMs: number) => ({ clocks: [{ of: 'mempool.example', aheadMs }] })
const backup = (hours: number) => ({ lastBackupMs: nowMs - hours * hourMs })
const secret = (changed: object) => ({
  secret: { ...sound.secret, others: 1, since: new Date(nowMs - 8 * 24 * hourMs), ...changed },
})
const mail = (changed: object) => ({ mail: { ...sound.mail, ...changed } })
const job = (changed: Partial<NonNullable<DoctorFacts['jobs']>[number]>) => ({
  jobs: [{ name: 'silence', behindSeconds: 0, lastError: null, ...changed }],
})

test('an installation that lacks nothing is good in every part', () => {
  const findings = examine(sound)
  expect(findings.filter(({ level }) => level !== 'good')).toEqual([])
  expect(isSound(findings)).toBe(true)
  expect(new Set(findings.map(({ about }) => about))).toEqual(
    new Set([
      'server',
      'settings',
      'database',
      'secret key',
      'files',
      'disk',
      'backup',
      'clock',
      'mail',
      'public address',
      'chains',
      'push (VAPID)',
      'jobs',
    ]),
  )
})

type Case = [Partial<DoctorFacts>, about: string, level: 'look' | 'wrong', says: string]
const cases: Case[] = [
  [settings({ publicUrl: 'http://ships.example.org' }), 'settings', 'wrong', 'without HTTPS'],
  [
    settings({ examples: ['COMPANY_NAME', 'COMPANY_IBAN'] }),
    'settings',
    'wrong',
    'COMPANY_NAME, COMPANY_IBAN',
  ],
  [{ production: false, ...settings({ examples: ['COMPANY_NAME'] }) }, 'settings', 'look', 'NODE_ENV'],
  [settings({ metricsToken: false }), 'settings', 'look', 'METRICS_TOKEN'],
  [settings({ sharedKey: false }), 'settings', 'look', 'SECRET_KEY'],
  [{ database: { error: 'connect ECONNREFUSED' } }, 'database', 'wrong', 'ECONNREFUSED'],
  [database({ version: 140_011 }), 'database', 'wrong', 'PostgreSQL 14.11 is too old'],
  [
    database({ pending: ['0120-guesses'] }),
    'database',
    'wrong',
    'older version of this program: 0120-guesses',
  ],
  [database({ applied: 0, pending: ['a', 'b'] }), 'database', 'wrong', 'has no tables of this program'],
  [
    database({ unknown: ['a', 'b', 'c', 'd', 'e'], pending: ['f'] }),
    'database',
    'wrong',
    'newer version of this program: it does not know a, b, c and 2 more',
  ],
  [{ secret: null }, 'secret key', 'look', 'not known'],
  [secret({}), 'secret key', 'look', 'Nothing that is stored needs it'],
  [secret({ since: new Date(nowMs - 24 * hourMs) }), 'secret key', 'look', 'good until 2026-11-26T12:00'],
  [secret({ since: null }), 'secret key', 'look', 'good for 7 days'],
  [
    secret({ sealed: [{ name: 'second factors', count: 2 }] }),
    'secret key',
    'look',
    '2 second factors are not sealed anew',
  ],
  [
    secret({ claimKeys: { count: 3, some: ['SM-AAAAAA', 'SM-BBBBBB'] } }),
    'secret key',
    'look',
    '3 claim cards were not used yet (SM-AAAAAA, SM-BBBBBB, …)',
  ],
  [secret({ recoveryCodes: 1 }), 'secret key', 'look', '1 operators have recovery codes of before'],
  [{ wideFiles: ['/data/db'] }, 'files', 'wrong', '/data/db'],
  [{ foreignFiles: ['/data/secret.key'] }, 'files', 'wrong', 'does not own /data/secret.key'],
  [disk(9, 100), 'disk', 'look', '9.0 GiB of 100.0'],
  [disk(4.9, 20), 'disk', 'look', '4.9 GiB'],
  [disk(2.9, 100), 'disk', 'wrong', '2.9 GiB'],
  [disk(0.9, 4), 'disk', 'wrong', '0.9 GiB'],
  [{ disk: { error: 'ENOENT' } }, 'disk', 'look', 'ENOENT'],
  [{ lastBackupMs: null }, 'backup', 'wrong', 'No backup'],
  [{ lastBackupMs: null, production: false }, 'backup', 'look', 'No backup'],
  [backup(26), 'backup', 'look', '26 h ago'],
  [backup(48), 'backup', 'wrong', '48 h ago'],
  [{ clocks: [] }, 'clock', 'look', 'nobody'],
  [clock(3_000), 'clock', 'look', '3 s ahead of mempool.example'],
  [clock(-15_000), 'clock', 'wrong', '15 s behind mempool.example'],
  [mail({ configured: false }), 'mail', 'wrong', 'SMTP_URL is not set'],
  [{ production: false, ...mail({ configured: false }) }, 'mail', 'look', 'SMTP_URL is not set'],
  [mail({ refusal: '535 wrong password' }), 'mail', 'wrong', '535 wrong password'],
  [mail({ oldestQueuedSeconds: 960 }), 'mail', 'wrong', '16 minutes'],
  [mail({ failed: 2 }), 'mail', 'look', '2 mails were given up'],
  [{ mail: null }, 'mail', 'look', 'not checked'],
  [{ serverRuns: false }, 'server', 'wrong', 'No server runs'],
  [{ publicAddress: null }, 'public address', 'look', 'not tried'],
  [
    { publicAddress: { kind: 'unreachable', error: 'timeout', certain: false } },
    'public address',
    'look',
    'timeout',
  ],
  [
    { publicAddress: { kind: 'unreachable', error: 'certificate has expired', certain: true } },
    'public address',
    'wrong',
    'expired',
  ],
  [{ publicAddress: { kind: 'someone-else', status: 404 } }, 'public address', 'look', '(404)'],
  [proxied({ host: '127.0.0.1:3000' }), 'public address', 'wrong', 'another host: 127.0.0.1:3000'],
  [proxied({ ip: forgedIp, forwardedFor: forgedIp }), 'public address', 'wrong', 'Anyone can choose'],
  [
    proxied({ ip: forgedIp, forwardedFor: `${forgedIp}, 198.51.100.4` }),
    'public address',
    'wrong',
    'Anyone can choose',
  ],
  [proxied({ ip: '127.0.0.1', forwardedFor: forgedIp }), 'public address', 'wrong', 'as visitors send it'],
  [
    proxied({ ip: '127.0.0.1', isSocketTrusted: false }),
    'public address',
    'wrong',
    'The proxy at 127.0.0.1 is not trusted',
  ],
  [proxied({}, false), 'public address', 'wrong', 'WebSockets'],
  [{ chains: null }, 'chains', 'look', 'not checked'],
  [
    {
      chains: [
        {
          chain: 'evm:1',
          source: 'a@key',
          isFresh: false,
          lagSeconds: null,
          lastError: 'refused: other chain',
        },
      ],
    },
    'chains',
    'wrong',
    'evm:1 at a was never read: refused: other chain',
  ],
  [settings({ providerEmail: false }), 'push (VAPID)', 'look', 'no mail address'],
  [
    {
      production: false,
      publicAddress: null,
      ...settings({ providerEmail: false, publicUrl: 'http://localhost:3000' }),
    },
    'push (VAPID)',
    'look',
    'cannot be sent',
  ],
  [{ jobs: null }, 'jobs', 'look', 'not checked'],
  [job({ behindSeconds: 121 }), 'jobs', 'wrong', 'silence is 121 s late'],
  [job({ lastError: 'no route' }), 'jobs', 'wrong', 'silence failed: no route'],
]

test.each(cases)('%j: %s is %s', (changed, about, level, says) => {
  const findings = examine({ ...sound, ...changed })
  expect(findings).toContainEqual(
    expect.objectContaining({ about, level, says: expect.stringContaining(says) }),
  )
  expect(isSound(findings)).toBe(level === 'look')
})

test('what is wrong always says how to mend it', () => {
  for (const [changed] of cases)
    for (const { level, mend, says } of examine({ ...sound, ...changed }))
      if (level === 'wrong') expect(mend, says).toMatch(/\.$/)
})

test('at the edge of each limit it is still good', () => {
  const edges = [
    disk(10, 100),
    disk(5, 20),
    backup(25),
    clock(2_999),
    mail({ oldestQueuedSeconds: 900 }),
    job({ behindSeconds: 120 }),
    job({ behindSeconds: null }),
    { chains: [] },
    database({ version: 150_000 }),
    // The machine knows its own name as 127.0.0.1, so the server comes to the proxy from there.
    proxied({ ip: '127.0.0.1', forwardedFor: '127.0.0.1' }),
    // Nothing in front, as on a machine for trying.
    {
      ...settings({ publicUrl: 'http://localhost:3000' }),
      ...proxied({
        host: 'localhost:3000',
        ip: '127.0.0.1',
        isSocketTrusted: false,
        forwardedFor: forgedIp,
      }),
      production: false,
    },
  ]
  for (const changed of edges) {
    const levels = examine({ ...sound, ...changed }).filter(
      ({ level, about }) => level !== 'good' && about !== 'settings',
    )
    expect(levels, JSON.stringify(changed)).toEqual([])
  }
})
