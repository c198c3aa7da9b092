/**
 * `npm start`: builds the web when it has changed, then is the server: one process, stopped by Ctrl-C or SIGTERM.
 * A service manager can run `node apps/server/src/main.ts` by itself after `npm run build`; see docs/runbook.md.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { REPO_ROOT } from './lib/repo.ts'
import { ensureWebBuilt } from './lib/web-build.ts'

await ensureWebBuilt()
await import(pathToFileURL(join(REPO_ROOT, 'apps/server/src/main.ts')).href)
