import { expect, test } from 'vitest'
import { findCrowdedFolders, mostFiles } from './folder-sizes.ts'

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)
const says = (paths: readonly string[], lists = {}) =>
  findCrowdedFolders(paths, lists).map(({ path, says: words }) => `${path} ${words}`)

test('a folder may have so many files and no more', () => {
  expect(says(files('apps/x/src/lib', mostFiles))).toEqual([])
  expect(says(files('apps/x/src/lib', mostFiles + 1))).toEqual([
    'apps/x/src/lib has 26 files, 25 may be: divide it by what a person looks for',
  ])
})

test('what lies in folders within it does not count', () => {
  expect(says([...files('apps/x/src', 20), ...files('apps/x/src/parts', 20)])).toEqual([])
})

test('a list may be long, by its own name or as one of several', () => {
  const many = files('apps/x/migrations', 30)
  expect(says(many, { 'apps/x/migrations': 'numbered' })).toEqual([])
  expect(says(many, { 'apps/x/*': 'numbered' })).toEqual([])
  expect(says(many, { 'apps/*': 'numbered' })).toHaveLength(2)
})

test('an exception is taken off when it is no longer needed', () => {
  expect(says([], { 'apps/x/migrations': 'numbered' })).toEqual([
    'apps/x/migrations has no folder of more than 25 files any more: take it off LISTS',
  ])
})
