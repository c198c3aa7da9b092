import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { callAdminSocket } from '../../apps/server/src/platform/admin/admin-socket.ts'
import { type Child, startChild } from './child.ts'
import { freePort } from './free-port.ts'

const CreatedSchema = z.object({ controllerId: z.string(), claimKey: z.string(), enrolmentToken: z.string() })
const GeneratorSchema = z.object({ signalK: z.object({ url: z.string() }) })
const DevicesSchema = z.array(
  z.object({
    id: z.string(),
    host: z.string(),
    endpoints: z.array(z.object({ role: z.string(), port: z.number() })),
  }),
)

/** The server process, which can be killed and started again on the same data and port. */
export type ServerProcess = {
  url: string
  dataDir: string
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Resolves when the process that runs now has ended, for whatever reason. */
  waitForEnd(): Promise<void>
}

/** What speaking to a server takes, without the power to stop it. */
export type RunningServer = Pick<ServerProcess, 'url' | 'dataDir'>

/** A simulated ship and the controller on it, each a process of its own. */
export type ShipProcess = {
  controllerId: string
  claimKey: string
  readonly simulatorUrl: string
  /** Turns the knobs of the simulated generator: `{ shipKw }`, `{ feed: 'on' | 'frozen' | 'cut' }`. */
  turnGenerator(knobs: Record<string, unknown>): Promise<void>
  statusUrl: string
  startController(): Promise<void>
  stopController(): Promise<void>
  killController(): Promise<void>
  /** Again after it ended: the same units at other ports, which a controller learns when it is started the next time. */
  startSimulator(): Promise<void>
  controllerEnded(): Promise<void>
  simulatorEnded(): Promise<void>
  stop(): Promise<void>
}

/** Starts the product's server on a folder of its own and waits until it is healthy. */
export async function startServer(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** Another program than the server's source, from the root of the checkout, and how Node runs it. */
  entry?: string
  nodeOptions?: string[]
}): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const url = `http://localhost:${port}`
  let child: Child | null = null
  const server: ServerProcess = {
    url,
    dataDir: options.dataDir,
    async start() {
      child = startChild(options.entry ?? 'apps/server/src/main.ts', {
        nodeOptions: options.nodeOptions ?? [],
        env: {
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: options.dataDir,
          PUBLIC_URL: url,
          ...options.env,
        },
        logFile: join(options.dataDir, 'server.log'),
      })
      await child.waitForOutput(/ is at http/)
    },
    stop: async () => child?.stop(),
    kill: async () => child?.kill(),
    waitForEnd: async () => child?.ended,
  }
  await server.start()
  return server
}

/** Makes a controller on the running server, a simulated ship, and the controller's process that looks after it. */
export async function startShip(
  server: ServerProcess,
  options: {
    name: string
    location: string
    dataDir: string
    simulator: Record<string, string>
    controller?: Record<string, string>
    known?: z.infer<typeof CreatedSchema>
    /** What the crew limits; the simulator must be given `generator-kw`. */
    generatorLimits?: Record<string, unknown>
  },
): Promise<ShipProcess & { created: z.infer<typeof CreatedSchema> }> {
  const created = options.known ?? (await createController(server, options.name, options.location))
  let simulator: Child | null = null
  let simulatorUrl = ''
  let scanRanges = ''
  async function startSimulator(): Promise<void> {
    simulator = startChild('apps/simulator/src/main.ts', {
      args: Object.entries({ name: options.name, 'admin-port': '0', ...options.simulator }).flatMap(
        ([name, value]) => [`--${name}`, value],
      ),
      env: {},
      logFile: join(options.dataDir, 'simulator.log'),
    })
    const [, url = ''] = await simulator.waitForOutput(/administration\s+(http:\S+)\/devices/)
    const devices = DevicesSchema.parse(await (await fetch(`${url}/devices`)).json())
    simulatorUrl = url
    scanRanges = devices.map(scanRange).join(',')
    if (options.generatorLimits) await writeGeneratorFile(url, options.generatorLimits)
  }
  const generatorFile = join(options.dataDir, 'generator-wiring.json')
  async function writeGeneratorFile(url: string, limits: Record<string, unknown>): Promise<void> {
    const { signalK } = GeneratorSchema.parse(await (await fetch(`${url}/generator`)).json())
    const meter = {
      kind: 'signal-k',
      baseUrl: signalK.url,
      preset: 'three-phase',
      ids: ['generator1'],
    }
    // A simulated ship: there is nothing to commission.
    writeFileSync(generatorFile, JSON.stringify({ meter, limits, checkedElsewhere: 'Simulated ship' }))
  }
  await startSimulator()
  const statusPort = await freePort()
  let controller: Child | null = null
  const ship = {
    created,
    controllerId: created.controllerId,
    claimKey: created.claimKey,
    get simulatorUrl() {
      return simulatorUrl
    },
    statusUrl: `http://127.0.0.1:${statusPort}`,
    async startController() {
      controller = startChild('apps/controller/src/main.ts', {
        env: {
          SERVER_URL: server.url,
          CONTROLLER_ID: created.controllerId,
          ENROLMENT_TOKEN: created.enrolmentToken,
          DATA_DIR: join(options.dataDir, 'controller'),
          SCAN_RANGES: scanRanges,
          STATUS_PORT: String(statusPort),
          ...(options.generatorLimits ? { GENERATOR_FILE: generatorFile } : {}),
          ...options.controller,
        },
        logFile: join(options.dataDir, 'controller.log'),
      })
    },
    stopController: async () => controller?.stop(),
    killController: async () => controller?.kill(),
    startSimulator,
    async turnGenerator(knobs: Record<string, unknown>) {
      const answer = await fetch(`${simulatorUrl}/generator`, { method: 'PUT', body: JSON.stringify(knobs) })
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`)
    },
    controllerEnded: async () => controller?.ended,
    simulatorEnded: async () => simulator?.ended,
    async stop() {
      await controller?.stop()
      await simulator?.stop()
    },
  }
  await ship.startController()
  return ship
}

/** Runs an administration command on the running server and returns its result. */
export async function createController(
  server: ServerProcess,
  name: string,
  location: string,
): Promise<z.infer<typeof CreatedSchema>> {
  const answer = await callAdminSocket(server.dataDir, 'controller:create', { name, location })
  if (!answer?.ok) throw new Error(`the server did not make a controller: ${answer?.error ?? 'no answer'}`)
  return CreatedSchema.parse(answer.result)
}

/** `host:api+web+power` of a simulated device, as the controller's SCAN_RANGES takes it. */
function scanRange(device: z.infer<typeof DevicesSchema>[number]): string {
  const port = (role: string) => device.endpoints.find((endpoint) => endpoint.role === role)?.port
  const ports = [
    port('rpc') ?? port('web'),
    port('rpc') === undefined ? undefined : port('web'),
    port('power'),
  ]
  return `${device.host}:${ports.filter((number) => number !== undefined).join('+')}`
}
