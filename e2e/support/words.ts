import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'

const GroupSchema = z.record(z.string(), z.string())
const groups = new Map<string, Record<string, string>>()

/** What the pages say in a language, for a journey that is walked in more than one. */
export type Words = (group: string, key: string, values?: Record<string, string | number>) => string

/** @throws when there is no such text, which a journey should not take for a page without it. */
export function wordsOf(language: string): Words {
  return (group, key, values = {}) => {
    const path = join(REPO_ROOT, `packages/i18n/src/locales/${language}/${group}.json`)
    const texts = groups.get(path) ?? GroupSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    groups.set(path, texts)
    const text = texts[key]
    if (text === undefined) throw new Error(`no text ${key} in ${path}`)
    return text.replaceAll(/\{\{(\w+)(?:, \w+)?\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
}
