/** What the processes write is for their own user only, whatever the mask they were started with and however wide the folder was. */
import { execFile } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { startServer, startShip } from '../../scripts/lib/stack.ts'

let root: string
let maskBefore: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'private-'))
  maskBefore = process.umask(0)
})
afterEach(() => {
  process.umask(maskBefore)
  rmSync(root, { recursive: true, force: true })
})

/** Everything below a folder, and the folder, that others than its owner may do anything with. */
function openToOthers(path: string): string[] {
  const entry = lstatSync(path)
  const own = !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0 ? [path] : []
  if (!entry.isDirectory()) return own
  return [...own, ...readdirSync(path).flatMap((name) => openToOthers(join(path, name)))]
}

test('every file of the server, its backup and a box, started with umask 0 on folders left wide open', async () => {
  const dataDir = join(root, 'shore')
  mkdirSync(join(dataDir, 'kept'), { recursive: true, mode: 0o777 })
  writeFileSync(join(dataDir, 'kept', 'upload.pdf'), 'x', { mode: 0o666 })
  chmodSync(dataDir, 0o777)
  expect(openToOthers(dataDir)).toHaveLength(3)

  const env = { NETWORK_SOURCES: '', PRICE_SOURCES: '', PAYMENT_RATE_SOURCES: '' }
  const server = await startServer({ dataDir, env })
  // Before any other command has looked at the folder. The log is what this test writes.
  expect(openToOthers(dataDir).filter((path) => !path.endsWith('server.log'))).toEqual([])
  const boxDir = join(root, 'box')
  const ship = await startShip(server, {
    name: 'Ms Aurora',
    location: 'Fore peak',
    dataDir: boxDir,
    simulator: { seed: 'private', miners: '1' },
  })
  try {
    const to = join(dataDir, 'backups', 'night.gz')
    await promisify(execFile)(process.execPath, [join(REPO_ROOT, 'scripts/backup.ts'), '--to', to], {
      cwd: REPO_ROOT,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    })
    expect(lstatSync(to).size).toBeGreaterThan(0)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['db', 'secret.key', 'backups']))
    await expect.poll(() => readdirSync(join(boxDir, 'controller'))).toContain('spool')
    expect(openToOthers(join(boxDir, 'controller'))).toEqual([])
  } finally {
    await ship.stop()
    await server.stop()
  }
  // What the stop wrote, too. The log is what this test writes.
  const [shore, box] = [dataDir, join(boxDir, 'controller')].map(openToOthers)
  expect(shore?.filter((path) => !path.endsWith('server.log'))).toEqual([])
  expect(box).toEqual([])
})
