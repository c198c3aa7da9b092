/**
 * Loaded into a server (`--import`): writes into LOOP_FILE how long its event loop was held at most, a line every half second, as
 * `moment milliseconds`. A moment is ms since 1970.
 */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env.LOOP_FILE
const stepMs = 500
const resolution = 5

if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${Math.max(0, delay.max / 1e6 - resolution).toFixed(1)}\n`)
    delay.reset()
  }, stepMs).unref()
}
