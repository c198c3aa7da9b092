import { readFile } from 'node:fs/promises'
import { reasonOf } from '@shipminer/domain/reason-of'
import { startAdminApi } from './admin/admin-api.ts'
import { type Config, readConfig } from './config.ts'
import { startShipGenerator } from './generator/start-generator.ts'
import { runScenario, ScenarioSchema } from './ship/scenario.ts'
import { type Ship, startShip } from './ship/start-ship.ts'

function table(ship: Ship): string {
  const rows = ship.devices.map((device) => [
    device.id,
    device.model,
    device.mac,
    device.host,
    device.endpoints.map(({ role, port }) => `${role} ${port}`).join('  '),
  ])
  const head = ['device', 'model', 'mac', 'address', 'ports']
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

async function run(config: Config) {
  const script =
    config.scenario === undefined
      ? null
      : ScenarioSchema.parse(JSON.parse(await readFile(config.scenario, 'utf8')))
  const ship = await startShip({
    seed: config.seed,
    miners: config.miners,
    model: config.model,
    lottery: config.lottery,
    bitaxes: config.bitaxes,
    fleet: config.fleet,
    ports: config.ports,
    portMap: { 80: config['web-port'] },
    ageMs: config['age-hours'] * 3_600_000,
    restPace: config['rest-pace'],
    credentials: { user: config.user, password: config.password },
    allowNonLoopback: config['allow-non-loopback'],
    ...(config.host === undefined ? {} : { host: config.host }),
  })
  const generator = config['generator-kw'] === 0 ? null : await startShipGenerator(ship, generatorOf(config))
  const admin = await startAdminApi(ship, {
    port: config['admin-port'],
    ...(generator === null ? {} : { generator }),
  }).catch(async (error: unknown) => {
    await generator?.close()
    await ship.close()
    throw error
  })
  const playing = script ? runScenario(ship, script) : null
  console.log(`${config.name} (seed '${config.seed}')\n\n${table(ship)}\n`)
  console.log(`administration  http://${admin.host}:${admin.port}/devices`)
  if (generator !== null) console.log(`generator       ${generator.signalK.url} (Signal K)`)
  if (playing) console.log(`scenario        '${playing.name}' from ${config.scenario}`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    playing?.stop()
    await admin.close()
    await generator?.close()
    await ship.close()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

const craneSeconds = 120
/** Soon enough that anyone who starts it sees the first one, and seldom enough that nobody takes it for an overloaded ship (four an hour). */
const craneFromSeconds = 240
const craneEverySeconds = 1_260

function generatorOf(config: Config) {
  const crane = {
    atSeconds: craneFromSeconds,
    seconds: craneSeconds,
    kw: config['crane-kw'],
    everySeconds: craneEverySeconds,
  }
  return {
    capacityKw: config['generator-kw'],
    load: { baseKw: config['ship-kw'], steps: config['crane-kw'] === 0 ? [] : [crane] },
  }
}

const settings = readConfig()
if (settings.ok) {
  try {
    await run(settings.config)
  } catch (error) {
    console.error(`The simulator cannot start: ${reasonOf(error)}`)
    process.exitCode = 1
  }
} else {
  console.error(
    `The simulator cannot start:\n${settings.problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
  process.exitCode = 2
}
