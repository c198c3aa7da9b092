/**
 * `npm run bench`: every benchmark of bench/, one after another, each printing its table.
 * `npm run bench -- scan ingest` runs only those whose file name contains one of the words; `--long` is the long form.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { REPO_ROOT } from './lib/repo.ts'
import { runNode } from './lib/run-command.ts'

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const unknown = flags.filter((flag) => flag !== '--long' && !/^--(miners|days)=/.test(flag))
const benchmarks = readdirSync(join(REPO_ROOT, 'bench'))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort()
if (unknown.length > 0) {
  console.error(
    `unknown: ${unknown.join(' ')}; known are the names of benchmarks, --long, --miners=N and --days=N`,
  )
  process.exitCode = 2
} else if (benchmarks.length === 0) {
  console.error('no benchmark of that name')
  process.exitCode = 1
} else {
  for (const name of benchmarks) {
    console.error(`\n=== ${name.replace('.bench.ts', '')}`)
    const { exitCode } = await runNode(join(REPO_ROOT, 'bench', name), flags, { output: 'show' })
    if (exitCode !== 0) process.exitCode = exitCode
  }
}
