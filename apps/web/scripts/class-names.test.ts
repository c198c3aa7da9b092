import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { classNames } from './class-names.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.module.css'),
)

test('no two classes get the same name, and the same class gets it again', () => {
  const nameOf = classNames(source)
  const again = classNames(source)
  const seen = new Map<string, string>()
  expect(sheets.length).toBeLessThan(26 * 26)
  for (const sheet of sheets) {
    const text = readFileSync(join(source, sheet), 'utf8')
    for (const name of new Set([...text.matchAll(/^\.([a-zA-Z][\w-]*)/gm)].map(([, found = '']) => found))) {
      const made = nameOf(name, join(source, sheet))
      expect(made).toMatch(/^[a-z]{2}[\da-z]+$/)
      expect(seen.get(made), `${sheet} ${name}`).toBeUndefined()
      expect(again(name, `${join(source, sheet)}?used`)).toBe(made)
      seen.set(made, `${sheet} ${name}`)
    }
  }
})

test('what was not there at the start still gets a name of its own', () => {
  const nameOf = classNames(source)
  expect(nameOf('late', '/x/src/ui/later.module.css')).not.toBe(nameOf('late', '/x/src/ui/other.module.css'))
})
