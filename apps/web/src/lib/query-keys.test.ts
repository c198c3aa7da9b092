import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
const found = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8')
  const keys = source.matchAll(/(?<call>\w+Queries\(\{\s*)?queryKey\s*[:=]\s*\[(?<parts>[^\]]*)\]/g)
  return [...keys].map(({ groups = {} }) => ({
    file,
    isPrefix: groups.call !== undefined,
    parts: (groups.parts ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  }))
})
const queries = found.filter(({ isPrefix }) => !isPrefix)
const prefixes = found.filter(({ isPrefix }) => isPrefix)

/** Whether two parts may be the same in the end: what is filled in may be anything. */
const mayEqual = (a: string | undefined, b: string | undefined) =>
  a === b || [a, b].some((part) => part !== undefined && !part.startsWith("'"))

test('no two queries keep their answers under one key', () => {
  expect(queries.length).toBeGreaterThan(60)
  const shared = queries.flatMap((query, index) =>
    queries
      .slice(index + 1)
      .filter(
        ({ parts }) =>
          parts.length === query.parts.length &&
          parts.every((part, place) => mayEqual(part, query.parts[place])),
      )
      .map(({ file, parts }) => `${query.file} and ${file}: [${parts.join(', ')}]`),
  )
  expect(shared).toEqual([])
})

test('what is asked for again by the beginning of its key is there', () => {
  expect(prefixes.length).toBeGreaterThan(20)
  const lost = prefixes
    .filter(
      (prefix) =>
        !queries.some(({ parts }) => prefix.parts.every((part, place) => mayEqual(part, parts[place]))),
    )
    .map(({ file, parts }) => `${file}: [${parts.join(', ')}]`)
  expect(lost).toEqual([])
})
