/**
 * `npm run demo`: the whole product on a database of its own, with two simulated ships. The first ship belongs to the demo account,
 * which is one click away; the second waits to be claimed with the key that is printed. Ctrl-C stops everything; `--fresh` starts over.
 * `--data-dir` and `--port` put it elsewhere. `--story bow-thruster` tells a story on the one that runs, `--end bow-thruster` ends it.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { reasonOf } from '@shipminer/domain/reason-of'
import * as z from 'zod'
import { callAdminSocket } from '../apps/server/src/platform/admin/admin-socket.ts'
import { lockStore, StoreInUseError } from '../apps/server/src/platform/db/embedded/store-lock.ts'
import { freePort } from './lib/free-port.ts'
import { type Line, openLine } from './lib/line.ts'
import { REPO_ROOT } from './lib/repo.ts'
import { ensureServerBuilt, serverProgram } from './lib/server-build.ts'
import { type ServerProcess, type ShipProcess, startServer, startShip } from './lib/stack.ts'
import { isStory, openStories, stories } from './lib/stories.ts'
import { ensureWebBuilt } from './lib/web-build.ts'

const KnownSchema = z.record(
  z.string(),
  z.object({ controllerId: z.string(), claimKey: z.string(), enrolmentToken: z.string() }),
)

const ships = [
  {
    key: 'aurora',
    name: 'Ms Aurora',
    location: 'Engine room, starboard',
    miners: 3,
    lottery: 1,
    fleet: 'whatsminer-m50s=1,vnish-s19=1,braiins-s19xp=1,luxos-s19kpro=1,avalon-q=1',
    generatorKw: 80,
  },
  {
    key: 'zeester',
    name: 'Ms Zeester',
    location: 'Fore peak',
    miners: 1,
    lottery: 1,
    fleet: '',
    generatorKw: 50,
  },
] as const

/** Poll period of the demonstration: short, so that a newcomer sees it move. */
const pollIntervalMs = 5_000
/** Pause before a process that ended is started again, as a service manager would. */
const restartAfterMs = 2_000

const { values: given } = parseArgs({
  options: {
    fresh: { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: join(REPO_ROOT, 'data-demo') },
    port: { type: 'string', default: '3000' },
    story: { type: 'string' },
    end: { type: 'string' },
  },
})
const dataDir = resolve(given['data-dir'])
const knownFile = join(dataDir, 'demo.json')
/** What was printed, for anyone who starts a second one. */
const runningFile = join(dataDir, 'running.txt')
/** Where the one that runs is asked for its stories. */
const storiesFile = join(dataDir, 'stories.txt')

let server: ServerProcess | null = null
const running: ShipProcess[] = []
let line: Line | null = null
let openedStories: Awaited<ReturnType<typeof openStories>> | null = null
let unlock = () => {}
let stopping = false

async function stop(exitCode = 0): Promise<void> {
  if (stopping) return
  stopping = true
  console.log('Stopping …')
  await Promise.all(running.map((ship) => ship.stop()))
  openedStories?.close()
  await line?.close()
  await server?.stop()
  rmSync(runningFile, { force: true })
  rmSync(storiesFile, { force: true })
  unlock()
  process.exit(exitCode)
}

/** Restarts a process whenever it ends by itself, and logs that. */
async function supervise(
  what: string,
  ended: () => Promise<void>,
  startAgain: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await ended()
    if (stopping) return
    console.log(`  ${what} has ended; it is started again …`)
    await sleep(restartAfterMs)
    if (stopping) return
    await startAgain().then(
      () => console.log(`  ${what} runs again.`),
      (error: Error) => stopping || console.log(`  ${what} does not start: ${error.message}`),
    )
  }
}

async function main(): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  try {
    unlock = await lockStore(join(dataDir, 'demo'))
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error
    const says = existsSync(runningFile) ? readFileSync(runningFile, 'utf8') : ''
    console.error(`The demonstration runs already, as process ${error.holder.pid}.\n${says}`)
    process.exit(1)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  if (given.fresh || !existsSync(knownFile)) {
    for (const name of readdirSync(dataDir))
      if (!name.startsWith('demo.lock')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const known = existsSync(knownFile) ? KnownSchema.parse(JSON.parse(readFileSync(knownFile, 'utf8'))) : {}

  await ensureWebBuilt()
  await ensureServerBuilt()
  console.log('Starting the demonstration …')
  const started = await startServer({
    dataDir,
    entry: serverProgram,
    nodeOptions: ['--max-semi-space-size=8'],
    port: await freePort(Number(given.port) || undefined),
    env: { DEMO: 'true', NODE_ENV: 'development', ORDERS_ENABLED: 'true' },
  })
  server = started
  // What the first ship says goes over a line that a story can cut.
  const lineToShore = await openLine(Number(new URL(started.url).port))
  line = lineToShore
  for (const { key, name, location, miners, lottery, fleet, generatorKw } of ships) {
    const ship = await startShip(key === ships[0].key ? { ...started, url: lineToShore.url } : started, {
      name,
      location,
      dataDir: join(dataDir, key),
      simulator: {
        seed: key,
        miners: String(miners),
        lottery: String(lottery),
        ...(fleet === '' ? {} : { fleet }),
        ...generatorOf(generatorKw),
      },
      generatorLimits: limitsOf(generatorKw),
      controller: {
        POLL_INTERVAL_MS: String(pollIntervalMs),
        DEVICE_TIMEOUT_MS: '2000',
        DEVICE_LOGINS: writeLogins(join(dataDir, key)),
      },
      ...(known[key] ? { known: known[key] } : {}),
    })
    known[key] = ship.created
    running.push(ship)
  }
  writeFileSync(knownFile, JSON.stringify(known, null, 2), { mode: 0o600 })
  const headers = await claimFirstShip(started.url)

  const [first, second] = running
  openedStories = await openStories(
    {
      turnGenerator: async (knobs) => running[0]?.turnGenerator(knobs),
      setFault: (fault) => setFault('all', fault),
      line: lineToShore,
    },
    console.log,
  )
  writeFileSync(storiesFile, openedStories.url, { mode: 0o600 })
  const text = `
  The demonstration runs. Everything in it is real except the ship: two simulated ships, read by two real controllers.

    Open            ${started.url}/dashboard   and choose "See the demo"
    Claim a ship    ${second?.claimKey}   (${ships[1].name})
    On board        ${first?.statusUrl}   (${ships[0].name}),  ${second?.statusUrl}   (${ships[1].name})
    Tell a story    npm run demo -- --story ${Object.keys(stories).join(' | ')}   (two minutes, or until --end)
    Make trouble    curl -X PUT -H 'content-type: application/json' -d '{"kind":"hung"}' ${first?.simulatorUrl}/devices/all/faults
    End it          curl -X DELETE ${first?.simulatorUrl}/devices/all/faults
    Data            ${dataDir}   (never your own DATA_DIR; --fresh starts over)

  Ctrl-C stops it.
`
  writeFileSync(runningFile, text, { mode: 0o600 })
  console.log(text)

  void tellStory(started.url, headers)
  void supervise('The server', started.waitForEnd, started.start)
  for (const [index, ship] of running.entries()) {
    const name = ships[index]?.name
    void supervise(`The controller of ${name}`, ship.controllerEnded, ship.startController)
    void supervise(`The simulated ${name}`, ship.simulatorEnded, async () => {
      await ship.startSimulator()
      console.log(`  Its faults are at ${ship.simulatorUrl}/devices/all/faults now.`)
      // Its ports are others; the one who looks after the controller starts it again with them.
      await ship.stopController()
    })
  }
}

/** Room for every miner while the ship rests, and for some of them while its crane works. */
const generatorOf = (generatorKw: number) => ({
  'generator-kw': String(generatorKw),
  'ship-kw': '18',
  'crane-kw': String(Math.round(generatorKw * 0.35)),
})
/** A set for continuous power: what it carries on average holds no miner back. */
const limitsOf = (generatorKw: number) => ({
  capacityKw: generatorKw,
  limitPercent: 85,
  meanLimitPercent: null,
  reserveKw: 6,
  holdMs: 60_000,
})

/** The login that every simulated miner has, as the crew would enter it; without it some of them could not give way. */
function writeLogins(directory: string): string {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'logins.json')
  writeFileSync(file, JSON.stringify({ '*': { user: 'root', password: 'root' } }), { mode: 0o600 })
  return file
}

/** How many miners a ship has in all. */
const minersOf = ({ miners, lottery, fleet }: (typeof ships)[number]) =>
  miners + lottery + fleet.split(',').filter(Boolean).length

/** The demo account claims the first ship the way an owner would, and is given back to act as it; null where it has it already. */
async function claimFirstShip(url: string): Promise<Record<string, string> | null> {
  const json = { 'content-type': 'application/json' }
  const login = z
    .object({ data: z.object({ token: z.string() }) })
    .parse(await (await fetch(`${url}/api/auth/demo`, { method: 'POST', headers: json, body: '{}' })).json())
  const headers = { ...json, authorization: `Bearer ${login.data.token}` }
  const own = z
    .object({ data: z.object({ controllers: z.array(z.object({ id: z.string() })) }) })
    .parse(await (await fetch(`${url}/api/dashboard/miners`, { headers })).json())
  if (own.data.controllers.some(({ id }) => id === running[0]?.controllerId)) return null
  const claimed = await fetch(`${url}/api/miners/claim`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ claimKey: running[0]?.claimKey }),
  })
  // Somebody who was given its key has it by now.
  if (claimed.status === 409) return null
  if (!claimed.ok) throw new Error(`the demo account could not claim its ship: ${await claimed.text()}`)
  const made = z.object({ data: z.object({ ship: z.object({ id: z.string() }) }) }).parse(
    await (
      await fetch(`${url}/api/user/ships`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          name: ships[0].name,
          type: 'tanker',
          generatorCapacityKw: ships[0].generatorKw,
        }),
      })
    ).json(),
  )
  await fetch(`${url}/api/mining/controllers/${running[0]?.controllerId}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ shipId: made.data.ship.id }),
  })
  return headers
}

/** How long the miners may take to be measured for the first time. */
const measuredWithinMs = 30_000

/** A past of thirteen months for the ship that was just claimed, from what its miners do now. */
async function giveHistory(url: string, headers: Record<string, string>): Promise<void> {
  const controller = running[0]?.controllerId ?? ''
  const AnswerSchema = z.object({
    data: z.object({
      miners: z.array(z.object({ hashrateThs: z.number().nullable() })),
    }),
  })
  const giveUpAt = performance.now() + measuredWithinMs
  for (;;) {
    const { miners } = AnswerSchema.parse(
      await (await fetch(`${url}/api/dashboard/miners`, { headers })).json(),
    ).data
    if (miners.length >= minersOf(ships[0]) && miners.every((one) => one.hashrateThs)) break
    if (performance.now() > giveUpAt || stopping) break
    await sleep(500)
  }
  if (stopping) return
  const until = String(Date.now())
  for (let done = 0, of = 1; done < of && !stopping; ) {
    const args = { controller, until, done: String(done) }
    const answer = await callAdminSocket(dataDir, 'demo:history', args)
    if (!answer?.ok) throw new Error(answer?.error ?? 'no answer')
    ;({ done, of } = z.object({ done: z.number(), of: z.number() }).parse(answer.result))
    // What is newest is there: now something may go wrong.
    if (args.done === '0') await makeTrouble()
  }
}

/** What there is to see beside the present: a past, made while the pages can be opened already, and then a miner with a problem. */
async function tellStory(url: string, headers: Record<string, string> | null): Promise<void> {
  try {
    if (headers) await giveHistory(url, headers)
    else await makeTrouble()
  } catch (error) {
    if (!stopping) console.log(`  The ship has no past: ${reasonOf(error)}`)
  }
}

/** One miner that needs a person, so that one sees what that looks like. */
async function makeTrouble(): Promise<void> {
  await setFault('hydro-02', { kind: 'dead-board' })
}

/** A fault of a miner of the first ship, or of all; null ends the faults of stories, and leaves the one problem. */
async function setFault(device: string, fault: { kind: string } | null): Promise<void> {
  const faults = `${running[0]?.simulatorUrl}/devices/${device}/faults`
  const answer = fault
    ? await fetch(faults, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      })
    : await fetch(`${faults}/pool-dead`, { method: 'DELETE' })
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`)
}

/** Tells or ends a story on the demonstration that runs. */
async function askForStory(method: 'POST' | 'DELETE', name: string): Promise<void> {
  if (!isStory(name)) throw new Error(`no such story; there are ${Object.keys(stories).join(', ')}`)
  if (!existsSync(storiesFile)) throw new Error('no demonstration runs here: start it with npm run demo')
  const answer = await fetch(`${readFileSync(storiesFile, 'utf8')}/${name}`, { method })
  if (!answer.ok) throw new Error(await answer.text())
  console.log(method === 'POST' ? `${name}: ${stories[name].what}.` : `${name} is over.`)
}

const { story, end } = given
const ask = story ? askForStory('POST', story) : end ? askForStory('DELETE', end) : main()
await ask.catch(async (error: Error) => {
  if (stopping) return
  if (story || end) {
    console.error(error.message)
    process.exit(1)
  }
  console.error(`The demonstration could not start: ${error.message}`)
  await stop(1)
})
