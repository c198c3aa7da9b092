/**
 * Fetches a Bitcoin node for the tests: Debian's `bitcoin-knots` with its libraries, unpacked into `.cache/bitcoin`, nothing installed.
 * Needs Debian with apt; the program starts through a loader of its own, whatever the release of the machine.
 *
 *   node scripts/fetch-bitcoind.ts
 */
import { fetchBitcoind } from './test/fetch-bitcoin-node.ts'

const program = await fetchBitcoind((line) => console.log(line), { isForced: true })
if (program === null) process.exitCode = 1
