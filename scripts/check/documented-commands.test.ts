/** What the pages tell people to type: it can be read by a shell, names what is there, and what a scratch folder is enough for is run. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { createAdminCommands } from '../../apps/server/src/admin/commands.ts'
import { parseConfig } from '../../apps/server/src/config.ts'
import { REPO_ROOT } from '../lib/repo.ts'

const read = (path: string) => readFileSync(join(REPO_ROOT, path), 'utf8')
const pages = globSync(['*.md', 'docs/*.md', 'docs/deploy/*.md', 'deploy/**/*.md'], { cwd: REPO_ROOT })
  .toSorted()
  .map((path) => ({ path, text: read(path) }))
const blocks = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', code = '']) => ({
    path,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
)
/** Everything that is set as code, each line of a block apart. */
const codes = pages.flatMap(({ path, text }) => [
  ...[...text.matchAll(/^ *```(?:sh|ini)\n(.*?)^ *```$/gms)].flatMap(([, code = '']) =>
    code.split('\n').map((line) => ({ path, code: line.trim() })),
  ),
  ...[...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
    path,
    code: code.replaceAll(/\s+/g, ' '),
  })),
])
/** What a pattern finds in them, with the page. */
const find = (pattern: RegExp) =>
  codes.flatMap(({ path, code }) => [...code.matchAll(pattern)].map((found) => ({ path, found })))

describe('what the pages say to type', () => {
  test('a shell can read every block, and takes no placeholder for a redirection', () => {
    expect(blocks.length).toBeGreaterThan(15)
    for (const { path, code } of blocks) {
      const { status, stderr } = spawnSync('bash', ['--norc', '-n'], { input: code, encoding: 'utf8' })
      expect(`${path}: ${status} ${stderr}`).toBe(`${path}: 0 `)
      expect(code, path).not.toMatch(/<[a-z][^>\n]*>/)
    }
  })

  test('every script of npm is one of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = find(/npm run ([a-z:]+)/g)
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ found }) => !((found[1] ?? '') in scripts))).toEqual([])
  })

  test('every command of the shell is there, and takes the options that are named', () => {
    const commands = createAdminCommands({
      config: parseConfig({}),
      store: undefined as never,
      secretKey: undefined as never,
      environment: {},
    })
    const named = find(/(?:npm run admin --|scripts\/admin\.ts) ([a-z][a-z:-]+)([^#]*)/g)
    expect(named.length).toBeGreaterThan(30)
    const wrong = named.flatMap(({ path, found: [, name = '', rest = ''] }) => {
      const command = commands[name]
      if (!command) return [`${path}: ${name}`]
      // Mailed by the process that was called, not by the command.
      const known = [
        ...Object.keys((command.args as z.ZodObject).shape),
        ...(name === 'doctor' ? ['mail'] : []),
      ]
      return [...rest.matchAll(/--([a-z-]+)/g)]
        .filter(([, option = '']) => !known.includes(option))
        .map(([option]) => `${path}: ${name} ${option}`)
    })
    expect(wrong).toEqual([])
  })

  test('every file of the kit, script and unit is there', () => {
    const files = find(/(?<![\w/.-])(?:\/opt\/shipminer(?:-\d)?\/)?((?:deploy|scripts)\/[\w@./*-]*[\w*])/g)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter(({ found }) => globSync(found[1] ?? '', { cwd: REPO_ROOT }).length === 0)).toEqual([])
    const units = find(/\b(shipminer[a-z-]*@)(\w*)(\.timer)?\b/g)
    expect(units.length).toBeGreaterThan(5)
    const isUnit = ([, template = '', instance = '', kind = '.service']: readonly string[]) =>
      ['', instance].some((name) => existsSync(join(REPO_ROOT, `deploy/systemd/${template}${name}${kind}`)))
    expect(units.filter(({ found }) => !isUnit(found))).toEqual([])
  })
})

describe('what a scratch folder is enough for', () => {
  /** A release whose scripts tell what they were given, and the settings of a server with values that a shell would take apart. */
  function prepare(context: { onTestFinished(end: () => void): void }) {
    const folder = mkdtempSync(join(tmpdir(), 'sm-typed-'))
    context.onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'scripts'))
    const tell =
      'console.log(JSON.stringify({ env: process.env, args: process.argv.slice(2), cwd: process.cwd() }))'
    for (const name of ['backup.ts', 'admin.ts', 'pgbackrest.ts'])
      writeFileSync(join(folder, 'scripts', name), tell)
    const lines = [
      '# a comment',
      'MAIL_FROM=Shipminer <noreply@ships.example> $HOME `id` \'"\\',
      'COMPANY_NAME="Aurora & Zonen"',
      'SMTP_URL=smtps://u:p%23=w@mail.example:465  ',
      'NOT_ENDED=',
      'DATABASE_URL=postgresql://shipminer:p$w@127.0.0.1/shipminer',
    ]
    writeFileSync(join(folder, 'server.env'), lines.join('\n'))
    const env = {
      PATH: process.env.PATH,
      NODE: process.execPath,
      SHIPMINER_RELEASE: folder,
      SHIPMINER_ENV: join(folder, 'server.env'),
      SHIPMINER_DATA: join(folder, 'data'),
      SHIPMINER_USER: userInfo().username,
    }
    const bash = (command: string) =>
      execFileSync('bash', ['--norc', '-c', command], { cwd: folder, env, encoding: 'utf8' })
    return { folder, env, bash }
  }
  const told = (text: string) =>
    JSON.parse(text) as { env: Record<string, string>; args: string[]; cwd: string }
  const here = (command: string) => command.replaceAll('/opt/shipminer/deploy', join(REPO_ROOT, 'deploy'))

  test('a copy’s settings reach its scripts as systemd reads them, and none is an argument', (context) => {
    const { folder, bash } = prepare(context)
    const typed = /`(\/opt\/shipminer\/deploy\/run\.sh [^`]+doctor)`/.exec(
      read('docs/deploy/one-host.md'),
    )?.[1]
    const { env, args, cwd } = told(bash(here(typed ?? 'false')))
    expect(env).toMatchObject({
      MAIL_FROM: 'Shipminer <noreply@ships.example> $HOME `id` \'"\\',
      COMPANY_NAME: 'Aurora & Zonen',
      SMTP_URL: 'smtps://u:p%23=w@mail.example:465',
      NOT_ENDED: '',
      DATABASE_URL: 'postgresql://shipminer:p$w@127.0.0.1/shipminer',
      PORT: '3001',
      DATA_DIR: join(folder, 'data/3001'),
    })
    expect([args, cwd]).toEqual([['doctor'], folder])
  })

  test('the line for cron', (context) => {
    const { bash } = prepare(context)
    const [, user, command = 'false'] = /`\d+ \d+ \* \* \* (\w+) ([^`]+)`/.exec(read('docs/runbook.md')) ?? []
    expect(user).toBe('root')
    const { env, args } = told(bash(here(command)))
    expect(args).toEqual(['--to', '/var/backups/shipminer/'])
    expect(env.DATABASE_URL).toContain('p$w')
  })

  test('what PostgreSQL’s user is given of the settings, and how it is used', (context) => {
    const { folder, bash } = prepare(context)
    const runbook = read('docs/runbook.md')
    const scratch = (pattern: RegExp) =>
      (pattern.exec(runbook)?.[0] ?? 'false').replaceAll('/etc/shipminer', folder)
    bash(scratch(/^install -m 600 \/dev\/null .*$/m))
    expect(statSync(join(folder, 'pgbackrest.env')).mode & 0o777).toBe(0o600)
    const exported = scratch(/^cd \/opt\/shipminer && export .*$/m).replace('cd /opt/shipminer', 'true')
    const { env } = told(bash(`${exported} && "$NODE" scripts/pgbackrest.ts`))
    expect(env.DATABASE_URL).toBe('postgresql://shipminer:p$w@127.0.0.1/shipminer')
    expect(env.SMTP_URL).toBeUndefined()
  })

  test.for([
    ['doctor', 'usage: deploy/run.sh'],
    ['3001 scripts/nothing.ts', 'there is no scripts/nothing.ts in'],
  ])('run.sh %s says %s', ([args, says], context) => {
    const { env } = prepare(context)
    const { status, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', `${join(REPO_ROOT, 'deploy/run.sh')} ${args}`],
      {
        env,
        encoding: 'utf8',
      },
    )
    expect([status, stderr]).toEqual([2, expect.stringContaining(says ?? '')])
  })

  test('run.sh says that settings are missing', (context) => {
    const { env, folder } = prepare(context)
    const run = ['--norc', join(REPO_ROOT, 'deploy/run.sh'), '3001', 'scripts/admin.ts']
    const { status, stderr } = spawnSync('bash', run, {
      env: { ...env, SHIPMINER_ENV: join(folder, 'none.env') },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('none.env is not there')])
  })
})
