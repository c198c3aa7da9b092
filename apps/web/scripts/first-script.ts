import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Language, languages } from '@shipminer/i18n/languages'
import { type InlineConfig, build as viteBuild } from 'vite'
import { firstTexts } from '../src/app/first-values/texts.ts'
import { firstAddresses } from './early-calls.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Writes the script that draws the first values, one for each language with its texts inside, and gives their addresses. It shares no file with
 * the page: it is there long before.
 */
export async function writeFirstScripts(
  config: InlineConfig,
  dist: string,
): Promise<Record<Language, string>> {
  const built = await viteBuild({
    ...config,
    configFile: false,
    logLevel: 'warn',
    define: { ...config.define, __FIRST_ADDRESSES__: JSON.stringify(firstAddresses) },
    build: {
      ...config.build,
      write: false,
      rollupOptions: { input: here('../src/app/first-values/entry-first.ts') },
    },
  })
  const outputs = 'output' in built ? built.output : []
  const scripts = outputs.flatMap((output) => (output.type === 'chunk' ? output.code : []))
  const [script] = scripts
  if (script === undefined || scripts.length > 1) throw new Error('The first values are one script')
  const written = languages.map(async (language) => {
    const texts = firstTexts((file) =>
      JSON.parse(readFileSync(here(`../../../packages/i18n/src/locales/${language}/${file}.json`), 'utf8')),
    )
    const code = script.replace('__FIRST_TEXTS__', () => JSON.stringify(texts))
    const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
    await writeFile(join(dist, `assets/first-${hash}.js`), code)
    return [language, `/assets/first-${hash}.js`]
  })
  return Object.fromEntries(await Promise.all(written))
}
