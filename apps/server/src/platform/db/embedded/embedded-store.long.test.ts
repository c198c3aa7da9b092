import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killRepeatedly } from './crash-testing.ts'

test('a hundred kills lose nothing that was acknowledged', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sm-kill-'))
  const kills = Array.from({ length: 100 }, (_, index) => 1 + ((index * 37) % 80))
  await expect(killRepeatedly(join(root, 'db'), kills)).resolves.toBeUndefined()
  rmSync(root, { recursive: true, force: true })
}, 1_800_000)
