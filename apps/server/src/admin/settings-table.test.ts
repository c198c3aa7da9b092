import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsMarkdown, settingsTable } from './settings-table.ts'

test('the runbook lists every setting with the default and meaning that the server uses', () => {
  const runbook = readFileSync(new URL('../../../../docs/runbook.md', import.meta.url), 'utf8')
  const table = /\| Setting \| Default \| Meaning \|\n(?:\|.*\n?)+/.exec(runbook)?.[0].trimEnd()
  expect(table).toBe(settingsMarkdown())
})

test('every setting says what it means', () => {
  for (const { setting, meaning } of settingsTable({})) expect(meaning, setting).not.toBe('')
})

test('a secret shows where it comes from and not what it is', () => {
  const table = settingsTable({ SECRET_KEY: 'the secret itself, 32 characters' })
  expect(table.find(({ setting }) => setting === 'SECRET_KEY')).toMatchObject({
    default: '',
    source: 'environment',
  })
  expect(JSON.stringify(table)).not.toContain('the secret itself')
})
