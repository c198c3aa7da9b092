import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@shipminer/contract/endpoints'
import { describe, expect, type TestContext, test } from 'vitest'
import { ConfigSchema, exampleSettings, parseConfig } from '../apps/server/src/config.ts'
import { createMetrics } from '../apps/server/src/platform/metrics.ts'
import { createStateGauges } from '../apps/server/src/platform/state-gauges.ts'
import { settingsOutsideExample } from './check/recipes.ts'
import { REPO_ROOT } from './lib/repo.ts'

const kit = (...path: string[]) => join(REPO_ROOT, 'deploy', ...path)
const read = (...path: string[]) => readFileSync(kit(...path), 'utf8')

/** Fails with what a tool of the system says when it does not like its input; where it is not installed, the test is skipped and says so. */
function expectAccepted(context: TestContext, name: string, args: readonly string[], cwd?: string): string {
  const { error, status, stdout, stderr } = spawnSync(name, args, { encoding: 'utf8', cwd })
  if (error) context.skip(`NOT CHECKED: ${name} is not installed here`)
  expect(status, stdout + stderr).toBe(0)
  return stdout + stderr
}

describe('what Prometheus and Grafana get', () => {
  const expressions = [
    ...[...read('prometheus', 'alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, text]) => text ?? ''),
    ...[...read('prometheus', 'dashboard.json').matchAll(/"expr": (".+"),?$/gm)].map(([, text]) =>
      String(JSON.parse(text ?? '')),
    ),
  ]
  const named = (text: string) =>
    [...text.matchAll(/\b(?:shipminer|nodejs|process|http)_[a-z0-9_]+/g)].map(([name]) => name)

  test('every metric in them is one that the server shows', async () => {
    const { registry } = createMetrics()
    createStateGauges(registry)
    const shown = new Set(
      registry
        .getMetricsAsArray()
        .flatMap(({ name, type }) =>
          String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
        ),
    )
    const wanted = new Set(expressions.flatMap(named))
    expect(wanted.size).toBeGreaterThan(20)
    expect([...wanted].filter((name) => !shown.has(name))).toEqual([])
  })

  test('every alert says how bad it is, what to do and where the runbook has it, and is tested', () => {
    const alerts = read('prometheus', 'alerts.yml').split('      - alert: ').slice(1)
    const tested = read('prometheus', 'alerts.test.yml')
    const headings = [
      ...readFileSync(join(REPO_ROOT, 'docs/runbook.md'), 'utf8').matchAll(/^#+ (.+)$/gm),
    ].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(alerts.length).toBeGreaterThan(14)
    for (const alert of alerts) {
      expect(alert).toMatch(/severity: (critical|warning) /)
      expect(alert).toMatch(/summary: "[^"]+"\n +description: "[^"]+"/)
      expect(headings).toContain(/runbook_url: docs\/runbook\.md#(\S+)/.exec(alert)?.[1])
      expect(tested).toContain(`alertname: ${alert.split('\n')[0]}\n`)
    }
  })

  test.for([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'scrape.yml'],
  ])('promtool %s %s %s', (args, context) => {
    expectAccepted(context, 'promtool', args, kit('prometheus'))
  })
})

describe('three hosts', () => {
  test('HAProxy takes its settings', (context) => {
    expectAccepted(context, 'haproxy', ['-c', '-f', kit('three-hosts', 'haproxy.cfg')])
  })

  test('Patroni takes its settings, but for the folder of a PostgreSQL that is not here', (context) => {
    const { error, stdout, stderr } = spawnSync(
      'patroni',
      ['--validate-config', kit('three-hosts', 'patroni.yml')],
      {
        encoding: 'utf8',
      },
    )
    if (error) context.skip('NOT CHECKED: patroni is not installed here')
    const complaints = (stdout + stderr).split('\n').filter(Boolean)
    expect(complaints.filter((line) => !/10\.0\.0\.1\d|bin_dir|data_dir/.test(line))).toEqual([])
  })
})

describe('systemd units', () => {
  const largestExposure = 2.5

  test.for([
    'shipminer@.service',
    'shipminer-backup@.service',
    'shipminer-doctor@.service',
    'shipminer-pgbackrest@.service',
  ])('%s gives little away', (unit, context) => {
    const said = expectAccepted(context, 'systemd-analyze', [
      'security',
      '--offline=true',
      `--threshold=${largestExposure * 10}`,
      kit('systemd', unit),
    ])
    expect(Number(/exposure level for .*: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(largestExposure)
  })
})

describe('sites of proxies', () => {
  /** The largest body that any call takes. */
  const largestBodyBytes = Math.max(
    ...Object.values(endpoints).map((one) => ('bodyLimitBytes' in one ? (one.bodyLimitBytes ?? 0) : 0)),
  )

  test('they let the largest body of a call through', () => {
    const megabytes = [
      Number(/client_max_body_size (\d+)m;/.exec(read('nginx', 'shipminer.conf'))?.[1]) * 1024 ** 2,
      Number(/max_size (\d+)MB/.exec(read('caddy', 'Caddyfile'))?.[1]) * 1000 ** 2,
      Number(/max_size (\d+)MB/.exec(read('container', 'Caddyfile'))?.[1]) * 1000 ** 2,
    ]
    for (const limit of megabytes) expect(limit).toBeGreaterThanOrEqual(largestBodyBytes)
  })

  test('nginx takes its site', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'shipminer-nginx-'))
    context.onTestFinished(() => rmSync(folder, { recursive: true }))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const forTest = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ]
    const made = ['-subj', '/CN=ships.example.org', '-keyout', key, '-out', certificate]
    expectAccepted(context, 'openssl', ['req', ...forTest, ...made])
    const site = read('nginx', 'shipminer.conf')
      .replace(/(ssl_certificate +)\S+;/, `$1${certificate};`)
      .replace(/(ssl_certificate_key +)\S+;/, `$1${key};`)
      // Ports that any user may ask for.
      .replace(/(listen (?:\[::\]:)?)(443|80)\b/g, '$18$2')
    const whole = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${site} }`
    writeFileSync(join(folder, 'nginx.conf'), whole)
    expectAccepted(context, 'nginx', ['-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf')])
  })

  test.for(['caddy', 'container'])('Caddy takes the site in %s', (folder, context) => {
    process.env.SHIPMINER_HOST = 'ships.example.org'
    context.onTestFinished(() => {
      delete process.env.SHIPMINER_HOST
    })
    expectAccepted(context, 'caddy', [
      'validate',
      '--adapter',
      'caddyfile',
      '--config',
      kit(folder, 'Caddyfile'),
    ])
  })
})

describe('containers', () => {
  test('docker-compose takes the compose file', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'shipminer-compose-'))
    context.onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'compose.yml'), read('container', 'compose.yml'))
    writeFileSync(join(folder, 'server.env'), '')
    writeFileSync(join(folder, '.env'), 'POSTGRES_PASSWORD=secret\nSHIPMINER_HOST=ships.example.org\n')
    expectAccepted(context, 'docker-compose', ['-f', 'compose.yml', 'config', '-q'], folder)
  })
})

describe('server.env.example', () => {
  const lines = read('server.env.example').split('\n')
  const named = lines.flatMap((line) => /^#?([A-Z][A-Z_]+)=/.exec(line)?.[1] ?? [])
  const set = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value]]
    }),
  )

  test('it names every setting once, but those of the unit and those that are for tests', () => {
    const left = Object.keys(ConfigSchema.shape).filter((name) => !named.includes(name))
    expect(named.filter((name) => !(name in ConfigSchema.shape))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
    expect(left.toSorted()).toEqual(settingsOutsideExample)
  })

  test('what is set in it is complete for production', () => {
    const config = parseConfig(set)
    expect(config).toMatchObject({ NODE_ENV: 'production', METRICS_TOKEN: expect.any(String) })
    expect(exampleSettings(config)).toEqual([])
    for (const name of [
      'SECRET_KEY',
      'TRUSTED_PROXIES',
      'SMTP_URL',
      'MAIL_FROM',
      'PROVIDER_EMAIL',
      'PUBLIC_URL',
    ])
      expect(set).toHaveProperty(name)
  })

  test('what stands in a comment is the default, or nothing', () => {
    for (const line of lines) {
      const [, name, value] = /^#([A-Z][A-Z_]+)=(.+)$/.exec(line) ?? []
      if (name !== undefined) expect(parseConfig({ [name]: value }), name).toEqual(parseConfig({}))
    }
  })

  test('each is explained', () => {
    for (const [index, line] of lines.entries())
      if (/^#?[A-Z][A-Z_]+=/.test(line)) expect(lines[index - 1], line).toMatch(/^# \S/)
  })
})
