import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../lib/repo.ts'
import { SABOTAGES } from './sabotages.ts'

test('every line to be broken stands once in its file, and its tests exist', () => {
  expect(SABOTAGES.length).toBeGreaterThanOrEqual(60)
  const wrong = SABOTAGES.filter(({ file, line, broken, tests }) => {
    const times = readFileSync(join(REPO_ROOT, file), 'utf8').split(line).length - 1
    const paths = tests ?? [file.replace(/\.ts$/, '.test.ts')]
    return times !== 1 || broken === line || !paths.every((path) => existsSync(join(REPO_ROOT, path)))
  })
  expect(wrong).toEqual([])
})
