/**
 * `npm start`: builds the web and the server's program when they have changed, then is the server: one process, stopped by Ctrl-C or SIGTERM.
 * A service manager can run `node apps/server/dist/main.mjs` by itself after `npm run build`; see docs/runbook.md.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { REPO_ROOT } from './lib/repo.ts'
import { ensureServerBuilt, serverProgram } from './lib/server-build.ts'
import { ensureWebBuilt } from './lib/web-build.ts'

await ensureWebBuilt()
await ensureServerBuilt()
await import(pathToFileURL(join(REPO_ROOT, serverProgram)).href)
