import { expect, test } from 'vitest'
import { readSaver, writeSaver } from './saver.ts'

test('what was chosen on the device counts, and what the line says until then', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  expect([readSaver(store, false), readSaver(store, true)]).toEqual([false, true])
  writeSaver(store, false)
  expect(readSaver(store, true)).toBe(false)
  writeSaver(store, true)
  expect(readSaver(store, false)).toBe(true)
})

test('where storage is refused the line decides', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  writeSaver({ setItem: refuse }, true)
  expect([readSaver({ getItem: refuse }, true), readSaver({ getItem: refuse }, false)]).toEqual([true, false])
})
