import { buildServer } from './lib/server-build.ts'
import { buildWeb } from './lib/web-build.ts'

/** Builds the web and the server's program, whether or not they have changed. Everything else runs from its sources. */
await buildWeb()
await buildServer()
