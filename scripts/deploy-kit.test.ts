import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { createMetrics } from '../apps/server/src/platform/metrics.ts'
import { createStateGauges } from '../apps/server/src/platform/state-gauges.ts'
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
