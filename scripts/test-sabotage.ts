/**
 * `npm run test:sabotage`: breaks one line of the product after the other and runs the tests of its module, which must fail.
 *
 *   npm run test:sabotage              all of scripts/sabotage/sabotages.ts
 *   npm run test:sabotage -- webhooks  only those in files whose path contains the word
 *
 * Ends with an error when more than one in twenty goes unnoticed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPO_ROOT } from './lib/repo.ts'
import { formatDuration } from './lib/report.ts'
import { runNode } from './lib/run-command.ts'
import type { SabotageOrder } from './sabotage/break-line.ts'
import { SABOTAGES, type Sabotage } from './sabotage/sabotages.ts'

const mostUnnoticedShare = 0.05
/** A line that made the tests hang is noticed. */
const mostMs = 10 * 60_000
const wanted = process.argv.slice(2)
const chosen = SABOTAGES.filter(({ file }) => wanted.every((word) => file.includes(word)))
const folder = mkdtempSync(join(tmpdir(), 'sm-sabotage-'))
const startedMs = Date.now()
const unnoticed: Sabotage[] = []

async function isNoticed({ file, line, broken, tests }: Sabotage, at: number): Promise<boolean> {
  const order: SabotageOrder = { path: join(REPO_ROOT, file), line, broken, mark: join(folder, `${at}`) }
  const { exitCode } = await runNode(
    join(REPO_ROOT, 'node_modules/vitest/vitest.mjs'),
    [
      'run',
      '--bail=1',
      '--no-fsModuleCache',
      '--reporter=minimal',
      ...(tests ?? [file.replace(/\.ts$/, '.test.ts')]),
    ],
    { output: 'capture', env: { SABOTAGE: JSON.stringify(order) }, timeoutMs: mostMs },
  )
  if (!existsSync(order.mark)) throw new Error(`no test of those named for ${file} loads it`)
  return exitCode !== 0
}

try {
  for (const [at, sabotage] of chosen.entries()) {
    const noticed = await isNoticed(sabotage, at)
    if (!noticed) unnoticed.push(sabotage)
    console.log(
      `${at + 1}/${chosen.length} ${noticed ? 'noticed  ' : 'UNNOTICED'} ${sabotage.file}: ${sabotage.line}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const caught = chosen.length - unnoticed.length
console.log(`\n${caught} of ${chosen.length} noticed, in ${formatDuration(Date.now() - startedMs)}`)
for (const { file, line, broken } of unnoticed) console.log(`UNNOTICED ${file}\n  ${line}\n  -> ${broken}`)
process.exitCode = chosen.length === 0 || unnoticed.length / chosen.length > mostUnnoticedShare ? 1 : 0
