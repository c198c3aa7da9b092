/**
 * Fetches a real Signal K server for the tests: npm's `signalk-server`, installed into `.cache/signalk`, nothing of this checkout changed.
 *
 *   node scripts/fetch-signalk.ts
 */
import { fetchSignalK } from './test/fetch-signal-k-server.ts'

const program = await fetchSignalK((line) => console.log(line), { isForced: true })
if (program === null) process.exitCode = 1
