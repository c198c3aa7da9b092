/**
 * `npm run dev`: the server, started again when its sources change, and the web with hot reloading. Open the address
 * that Vite prints; it passes /api, /health and /ws on to the server.
 */
import { join } from 'node:path'
import { REPO_ROOT } from './lib/repo.ts'
import { runNode } from './lib/run-command.ts'

const vite = join(REPO_ROOT, 'node_modules/vite/bin/vite.js')
const outcomes = await Promise.all([
  runNode('--watch', [join(REPO_ROOT, 'apps/server/src/main.ts')], { output: 'show' }),
  runNode(vite, [join(REPO_ROOT, 'apps/web'), '--config', join(REPO_ROOT, 'apps/web/vite.config.ts')], {
    output: 'show',
  }),
])
process.exitCode = outcomes.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0
