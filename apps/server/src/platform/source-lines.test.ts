import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { withSourceLines } from './source-lines.ts'

test('a trace of the built program names lines of the sources; what has no map stays', (context) => {
  const root = mkdtempSync(join(tmpdir(), 'sm-lines-'))
  context.onTestFinished(() => rmSync(root, { recursive: true }))
  const dist = join(root, 'apps/server/dist')
  mkdirSync(dist, { recursive: true })
  // Column 0 of the first line is line 3, column 2 of the source.
  const map = { version: 3, sources: ['../src/app.ts'], names: [], mappings: 'AAEE' }
  writeFileSync(join(dist, 'part-app-abc.mjs.map'), JSON.stringify(map))
  const built = (file: string) => `${pathToFileURL(join(dist, file)).href}:1:1`
  const trace = (place: string) =>
    `Error: gone\n    at open (${place})\n    at ${built('other.mjs')}\n    at node:fs:1:2`
  expect(withSourceLines(trace(built('part-app-abc.mjs')))).toBe(trace('apps/server/src/app.ts:3:3'))
})
