import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { evidence } from './public-pages.ts'

test.each(evidence)('$sentence', ({ file, test: title }) => {
  const path = join(REPO_ROOT, file)
  expect(existsSync(path), `${file} is there`).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain(title)
})
