/** `npm run test:long`: the tests that take minutes to hours (`*.long.test.ts`): many kills, months of data. */
import { join } from 'node:path'
import { REPO_ROOT } from './lib/repo.ts'
import { runNode } from './lib/run-command.ts'

const { exitCode } = await runNode(
  join(REPO_ROOT, 'node_modules/vitest/vitest.mjs'),
  ['run', '--passWithNoTests', ...process.argv.slice(2)],
  { output: 'show', env: { TEST_LONG: '1' } },
)
process.exitCode = exitCode
