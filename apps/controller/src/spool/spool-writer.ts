import { silentLogger } from '../platform/logger.ts'
import { openSpool } from './spool.ts'

/** For tests: a process that writes to the spool in its first argument as fast as it can, and prints each number that is safe on disk, with its content. */
const spool = await openSpool<number>({
  directory: process.argv[2] ?? '',
  maxBytes: 2 ** 30,
  segmentBytes: 20_000,
  now: Date.now,
  log: silentLogger,
  onEvent: () => {},
})
let content = spool.carry.get('content') ?? 0

async function writeForEver(): Promise<void> {
  for (;;) {
    content += 1
    const mine = content
    const event = { at: mine, kind: 'device-found' as const, deviceKey: null, count: mine }
    const seq = await spool.append({ samples: [], devices: [], events: [event], carry: { content: mine } })
    process.stdout.write(`${seq} ${mine}\n`)
  }
}

await Promise.all([writeForEver(), writeForEver(), writeForEver()])
