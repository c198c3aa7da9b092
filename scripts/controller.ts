/** `npm run controller`: the daemon on board. Its settings come from the environment; see docs/runbook.md. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { REPO_ROOT } from './lib/repo.ts'

await import(pathToFileURL(join(REPO_ROOT, 'apps/controller/src/main.ts')).href)
