import { buildWeb } from './lib/web-build.ts'

/** Builds the web, whether or not it has changed. Everything else runs from its sources. */
await buildWeb()
