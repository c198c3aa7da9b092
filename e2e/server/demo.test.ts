import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'

/**
 * `npm run demo` as a newcomer treats it: start it, start it again, lose a process, press Ctrl-C. Ctrl-C is sent as a terminal does
 * it: to every process at once.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'sm-demo-'))
const groups: number[] = []

function startDemo(): { child: ChildProcess; text: () => string; says: (words: RegExp) => Promise<void> } {
  const child = spawn(
    process.execPath,
    [join(REPO_ROOT, 'scripts/demo.ts'), '--data-dir', dataDir, '--port', '0'],
    { cwd: REPO_ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  if (child.pid) groups.push(child.pid)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return {
    child,
    text: () => text,
    says: async (words) => void (await expect.poll(() => text, { timeout: 240_000 }).toMatch(words)),
  }
}

/** Whether any process of a process group still lives. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

afterAll(() => {
  for (const group of groups) if (isAlive(group)) process.kill(-group, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The names of the ships that somebody sees who chooses "See the demo". */
async function listDemoShips(address: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json' }
  const login = await (
    await fetch(`${address}/api/auth/demo`, { method: 'POST', headers, body: '{}' })
  ).json()
  const answer = await fetch(`${address}/api/user/ships`, {
    headers: { authorization: `Bearer ${login.data.token}` },
  })
  return (await answer.json()).data.ships.map(({ name }: { name: string }) => name)
}

test('starts, stays alone, brings back what ends, and leaves nothing behind', {
  timeout: 900_000,
}, async () => {
  const first = startDemo()
  await first.says(/Ctrl-C stops it/)
  const address = /Open\s+(http\S+)\/dashboard/.exec(first.text())?.[1]

  const second = startDemo()
  const [exitCode] = await once(second.child, 'exit')
  expect(exitCode).toBe(1)
  expect(second.text()).toContain(`runs already, as process ${first.child.pid}`)
  expect(second.text()).toContain(`${address}/dashboard`)
  expect(second.text()).not.toMatch(/at .*\.ts:\d+/)

  const { pid } = JSON.parse(readFileSync(join(dataDir, 'db.lock'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  await first.says(/The server has ended; it is started again/)
  await first.says(/The server runs again/)
  expect((await fetch(`${address}/health`)).status).toBe(200)

  process.kill(-(first.child.pid ?? 0), 'SIGINT')
  await once(first.child, 'exit')
  expect(first.child.exitCode).toBe(0)
  expect(isAlive(first.child.pid ?? 0)).toBe(false)
  for (const lock of ['db.lock', 'demo.lock', 'running.txt', 'stories.txt'])
    expect(existsSync(join(dataDir, lock))).toBe(false)

  const again = startDemo()
  await again.says(/Ctrl-C stops it/)
  expect(await listDemoShips(/Open\s+(http\S+)\/dashboard/.exec(again.text())?.[1] ?? '')).toEqual([
    'Ms Aurora',
  ])
  process.kill(-(again.child.pid ?? 0), 'SIGINT')
  await once(again.child, 'exit')
  expect(existsSync(join(dataDir, 'db.lock'))).toBe(false)
})
