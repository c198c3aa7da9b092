import { expect, test } from 'vitest'
import { findTextViolations, TEXT_RULES } from './source-rules.ts'

const check = (path: string, text: string) =>
  findTextViolations([{ path, text }]).map(({ rule, line }) => `${rule}:${line}`)

const openEnd = ['TO', 'DO'].join('')
const home = ['', 'home', 'somebody', 'x'].join('/')

const FORBIDDEN: [rule: string, path: string, text: string][] = [
  ['env-in-config', 'apps/server/src/platform/db.ts', 'const url = process.env.DATABASE_URL'],
  ['env-in-config', 'packages/domain/src/a.ts', "const url = process['env'].X"],
  ['web-env-in-config', 'apps/web/src/lib/api.ts', 'const mode = import.meta.env.MODE'],
  ['no-router-navigate', 'apps/web/src/features/a.tsx', "import { Link, Navigate } from 'react-router'"],
  ['no-open-end', 'apps/web/src/styles/base.css', `/* ${openEnd} */`],
  ['no-machine-path', 'docs/runbook.md', `cd ${home}`],
  ['no-registry-host', 'package-lock.json', `"resolved": "${'https'}://example.org/a.tgz"`],
  ['no-session-lock', 'apps/server/src/a.ts', 'const lock = sql`SELECT pg_advisory_lock(1)`'],
  ['no-whole-lock', 'apps/server/src/a.ts', 'const row = await query.forUpdate().executeTakeFirst()'],
  [
    'no-secret-argument',
    'docs/runbook.md',
    'runuser -u postgres -- env DATABASE_URL=postgresql://… node a.ts',
  ],
  ['no-secret-argument', 'docs/runbook.md', 'sudo -E LANG=C SMTP_URL=smtps://… npm start'],
  ['no-secret-argument', 'docs/runbook.md', `npm run admin -- bot:set --${'token'} 123:abc`],
  ['no-secret-argument', 'deploy/a.sh', 'psql "postgresql://shipminer:pw@127.0.0.1/shipminer" -c "SELECT 1"'],
  [
    'no-secret-argument',
    'deploy/a.sh',
    `curl -s -H "Authorization: Bearer $METRICS_TOKEN" localhost/metrics`,
  ],
  ['no-secret-argument', 'deploy/a.sh', `curl -${'u'} desk:pw https://ships.example.org`],
  ['no-secret-argument', 'deploy/a.sh', 'podman run -e SECRET_KEY=0123 shipminer'],
  ['no-secret-argument', 'scripts/a.ts', `spawn('bitcoin-cli', ['--rpc-${'password'}', word])`],
  ['no-participle-function', 'apps/server/src/a.ts', 'function toldBy(name: string): string {'],
  ['no-participle-function', 'apps/web/src/a.ts', 'const known = (value: number | null) => value ?? 0'],
  ['no-participle-function', 'packages/domain/src/a.ts', 'export function capped(value: number) {'],
  ['no-unseen-document', 'apps/server/src/a.ts', `// product ${'spec'} section 4`],
]

test.each(FORBIDDEN)('%s in %s', (rule, path, text) => {
  expect(check(path, `first\n${text}\n`)).toEqual([`${rule}:2`])
})

test('every rule is shown to bite', () => {
  expect([...new Set(FORBIDDEN.map(([rule]) => rule))].sort()).toEqual(
    TEXT_RULES.map(({ name }) => name).sort(),
  )
})

test('lets through what is meant to be', () => {
  expect(check('apps/server/src/config.ts', 'parse(process.env)')).toEqual([])
  expect(check('apps/server/src/a.ts', '// process.env is read in config.ts\nconst a = 1')).toEqual([])
  expect(check('apps/server/src/a.test.ts', 'process.env.X')).toEqual([])
  expect(check('apps/web/src/config/env.ts', 'parse(import.meta.env)')).toEqual([])
  expect(check('scripts/a.ts', `// ${openEnd} ADR-0002: say which`)).toEqual([])
  expect(check('docs/a.md', 'SECRET_KEY=0123 npm start, or env DATA_DIR=/var/a npm start')).toEqual([])
  expect(check('apps/a/src/a.test.ts', "spawn('a', ['--token', 'of-a-test'])")).toEqual([])
  expect(check('apps/a/src/a.ts', 'function feed(a: number) {\nconst known = new Map()')).toEqual([])
  expect(check('docs/a.md', 'see /var/lib/shipminer and a/work/b')).toEqual([])
})
