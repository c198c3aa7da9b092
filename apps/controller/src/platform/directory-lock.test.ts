import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

test.runIf(process.platform === 'linux')('a folder has one holder at a time', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lock-'))
  const release = await lockDirectory(directory)
  expect(release).not.toBeNull()
  expect(await lockDirectory(`${directory}/.`)).toBeNull()
  release?.()
  await expect.poll(async () => (await lockDirectory(directory)) !== null).toBe(true)
  await rm(directory, { recursive: true })
})
