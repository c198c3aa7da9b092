import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { controllerEnvironment, readControllerConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { errorText } from './platform/logger.ts'
import { othersMay } from './platform/private-folder.ts'
import { becomeSmall, keepCompiled } from './platform/small-memory.ts'
import { selfTest, selfTestArgument } from './update/self-test.ts'
import { launchedArgument, switchedExitCode } from './update/switch-state.ts'

/** Longest time that stopping for another version may take. */
const STOP_WITHIN_MS = 20_000

process.umask(othersMay)
const result = readControllerConfig()
if (!result.ok) {
  console.error(
    ['The settings of the controller are not complete:', ...result.problems.map((line) => `  ${line}`)].join(
      '\n',
    ),
  )
  process.exit(78)
}
const { config } = result
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
if (process.argv.includes(selfTestArgument)) {
  await import('./controller.ts')
  console.log(JSON.stringify({ selfTest: 'passed', version }))
  process.exit(0)
}
becomeSmall(fileURLToPath(import.meta.url), config.dataDir, controllerEnvironment())

const log = pino({ level: config.logLevel, base: { controllerId: config.controllerId } })

log.info({ version, serverUrl: config.serverUrl, dataDir: config.dataDir }, 'controller starting')
if (config.serverUrl.startsWith('http://') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(config.serverUrl)) {
  log.warn({}, 'SERVER_URL is not https: anyone on the way can read along')
}

let stoppingSince: number | null = null
const stop = (signal: NodeJS.Signals) => {
  if (stoppingSince !== null) {
    // One Ctrl-C can arrive twice, from the terminal and from who started us; pressed again, it ends at once.
    if (signal !== 'SIGINT' || performance.now() - stoppingSince < 1_000) return
    log.warn({ signal }, 'stopped at once')
    process.exit(1)
  }
  stoppingSince = performance.now()
  log.info({ signal }, 'controller stopping')
  end(0)
}
// Before the start, so that a stop in the midst of it is a stop too: nothing that was opened by then is left open.
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const starting = start()
starting.then(keepCompiled, (error: unknown) => {
  log.fatal({ error: errorText(error) }, 'controller cannot start')
  process.exit(1)
})

async function start() {
  const { startController } = await import('./controller.ts')
  return startController({
    config,
    version,
    clock: systemClock,
    random: Math.random,
    fetchFn: fetch,
    update: {
      isLaunched: process.argv.includes(launchedArgument),
      selfTest: (entry) => selfTest(entry, controllerEnvironment()),
      onSwitched() {
        setTimeout(() => process.exit(switchedExitCode), STOP_WITHIN_MS).unref()
        end(switchedExitCode)
      },
    },
    log,
  })
}

function end(exitCode: number): void {
  starting
    .then((controller) => controller.stop())
    .then(
      () => {
        log.info({}, 'controller stopped')
        process.exit(exitCode)
      },
      (error: unknown) => {
        log.error({ error: errorText(error) }, 'controller did not stop cleanly')
        process.exit(1)
      },
    )
}
