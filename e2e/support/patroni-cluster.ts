import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '@shipminer/domain/reason-of'
import * as z from 'zod'
import {
  awaitConnection,
  findPostgresqlBinaries,
  findUnprivilegedUser,
} from '../../apps/server/src/platform/db/throwaway-postgresql.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'

type Programs = { patroni: string; etcd: string; haproxy: string; postgresql: string }

/** The programs of Debian's packages patroni, etcd-server, haproxy and postgresql; null when one is missing. */
export function findClusterPrograms(environment: NodeJS.ProcessEnv): Programs | null {
  const folders = ['/usr/bin', '/usr/sbin', ...(environment.PATH ?? '').split(delimiter).filter(Boolean)]
  const find = (name: string) =>
    folders.map((folder) => join(folder, name)).find((path) => isExecutable(path)) ?? null
  const [patroni, etcd, haproxy] = [find('patroni'), find('etcd'), find('haproxy')]
  const postgresql = findPostgresqlBinaries(environment.PATH ?? '')
  return patroni && etcd && haproxy && postgresql ? { patroni, etcd, haproxy, postgresql } : null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program that is started again when it ends by itself, as by systemd; `kill` ends both. */
type Supervised = { kill(): void }

type Node = {
  name: string
  port: number
  restPort: number
  folder: string
  process: Supervised | null
}

const MembersSchema = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/** Two PostgreSQL hosts under Patroni, with synchronous replication, a vote of three by etcd, and one address by HAProxy, all on this machine. */
export type PatroniCluster = {
  url: string
  /** Ends the host that is written to as a power cut would, and gives its name. */
  killPrimary(): Promise<string>
  /** Resolves with the name of the host that is written to, once it is another than this. */
  newPrimary(after: string): Promise<string>
  /** Starts an ended host again, and resolves once the replication is synchronous again. */
  revive(name: string): Promise<void>
  stop(): Promise<void>
}

const password = 'of-a-test'
/** How often a cluster, or a host of it, is tried before it is given up: a port may be taken between being found and being used. */
const tries = 3
/** A host that has not come back by then is ended and started once more. */
const revivedWithinMs = 90_000
const restartAfterMs = 1_000

export async function startPatroniCluster(programs: Programs): Promise<PatroniCluster> {
  for (let tried = 1; ; tried += 1)
    try {
      return await tryToStart(programs)
    } catch (error) {
      if (tried === tries) throw error
      console.warn(`a cluster did not come up and is tried again: ${reasonOf(error)}`)
    }
}

/** Ports that are free and differ. */
function portsApart(): () => Promise<number> {
  const taken = new Set<number>()
  const next = async (): Promise<number> => {
    const port = await freePort()
    if (taken.has(port)) return next()
    taken.add(port)
    return port
  }
  return next
}

async function tryToStart(programs: Programs): Promise<PatroniCluster> {
  const user = await findUnprivilegedUser()
  const root = mkdtempSync(join(tmpdir(), 'sm-ha-'))
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid)
  }
  own(root)
  const folderOf = (name: string) => {
    const folder = join(root, name)
    mkdirSync(folder, { mode: 0o700 })
    own(folder)
    return folder
  }
  const running = new Set<ChildProcess>()
  let isStopping = false
  const start = (name: string, command: string, args: string[]): Supervised => {
    const log = createWriteStream(join(root, `${name}.log`), { flags: 'a' })
    let isKilled = false
    let child: ChildProcess
    const run = () => {
      child = spawn(command, args, { cwd: root, ...user, stdio: ['ignore', 'pipe', 'pipe'] })
      const started = child
      for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
      running.add(started)
      started.once('exit', async () => {
        running.delete(started)
        await sleep(restartAfterMs)
        if (!isKilled && !isStopping) run()
      })
    }
    run()
    return {
      kill() {
        isKilled = true
        child.kill('SIGKILL')
      },
    }
  }
  const kept = (name: string, text: string) => {
    const path = join(root, name)
    writeFileSync(path, text, { mode: 0o600 })
    own(path)
    return path
  }

  const nextPort = portsApart()
  const voters = await Promise.all(
    ['e1', 'e2', 'e3'].map(async (name) => ({ name, client: await nextPort(), peer: await nextPort() })),
  )
  for (const { name, client, peer } of voters)
    start(name, programs.etcd, [
      `--name=${name}`,
      `--data-dir=${folderOf(name)}`,
      `--listen-client-urls=http://127.0.0.1:${client}`,
      `--advertise-client-urls=http://127.0.0.1:${client}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=${voters.map((voter) => `${voter.name}=http://127.0.0.1:${voter.peer}`).join(',')}`,
      '--initial-cluster-state=new',
    ])

  const nodes: Node[] = []
  for (const name of ['n1', 'n2'])
    nodes.push({
      name,
      port: await nextPort(),
      restPort: await nextPort(),
      folder: folderOf(name),
      process: null,
    })
  const startNode = (node: Node) => {
    const file = kept(`${node.name}.yml`, patroniConfig(node, voters, programs.postgresql))
    node.process = start(node.name, programs.patroni, [file])
  }
  for (const node of nodes) startNode(node)
  const port = await nextPort()
  start('haproxy', programs.haproxy, ['-db', '-f', kept('haproxy.cfg', haproxyConfig(port, nodes))])

  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
  const find = (name: string) => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`there is no host ${name}`)
    return node
  }
  const primary = async () => {
    for (const { name, restPort } of nodes) if (await answers(restPort, '/primary')) return name
    return null
  }
  const isSynchronous = async () => {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, within(2_000)).catch(() => null)
      const found = MembersSchema.safeParse(await answer?.json().catch(() => null))
      const isRunning = ({ role, state }: { role: string; state: string }) =>
        role === 'sync_standby' && (state === 'running' || state === 'streaming')
      if (found.success && found.data.members.some(isRunning)) return true
    }
    return false
  }
  const whatWasSaid = () =>
    nodes.map(({ name }) => `${name} said last:\n${lastLines(join(root, `${name}.log`))}`)
  const stop = async () => {
    isStopping = true
    for (const node of nodes) killHost(node)
    const ends = [...running].map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ends)
    rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await awaitConnection(url, 120_000)
    await until(isSynchronous, 'the replication to be synchronous')
  } catch (error) {
    const said = whatWasSaid()
    await stop()
    throw new Error([reasonOf(error), ...said].join('\n'), { cause: error })
  }
  return {
    url,
    stop,
    async killPrimary() {
      const name = await primary()
      if (name === null) throw new Error('no host is written to')
      killHost(find(name))
      return name
    },
    async newPrimary(after) {
      let now: string | null = null
      await until(async () => {
        now = await primary()
        return now !== null && now !== after
      }, 'another host to take over')
      return now ?? ''
    },
    async revive(name) {
      const node = find(name)
      for (let tried = 1; ; tried += 1) {
        startNode(node)
        try {
          return await until(isSynchronous, 'the replication to be synchronous again', revivedWithinMs)
        } catch (error) {
          const said = [reasonOf(error), ...whatWasSaid()].join('\n')
          if (tried === tries) throw new Error(said, { cause: error })
          console.warn(`${name} did not come back and is started again: ${said}`)
          killHost(node)
        }
      }
    },
  }
}

function lastLines(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(-15).join('\n')
  } catch (error) {
    return reasonOf(error)
  }
}

/** Patroni first, so that it sees nothing of the end of PostgreSQL. */
function killHost({ process: patroni, folder }: Node): void {
  patroni?.kill()
  try {
    const postmaster = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
    const children = execFileSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).split('\n')
    for (const pid of [postmaster, ...children].filter(Boolean)) process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It was not running, or ended by itself in between.
  }
}

const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) })

async function answers(port: number, path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, within(2_000)).catch(() => null)
  return answer?.status === 200
}

async function until(isTrue: () => Promise<boolean>, what: string, withinMs = 180_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`)
    await sleep(100)
  }
}

/** A file of the kit with what differs on this machine in place of its examples. @throws when it has no such example any more */
function fromKit(name: string, replaced: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(REPO_ROOT, 'deploy/three-hosts', name), 'utf8')
  for (const [example, here] of Object.entries(replaced)) {
    if (!text.includes(example)) throw new Error(`${name} has no ${example} to put ${here} in place of`)
    text = text.replaceAll(example, here)
  }
  return text
}

const patroniConfig = (
  { name, port, restPort, folder }: Node,
  voters: readonly { client: number }[],
  binaries: string,
) =>
  fromKit('patroni.yml', {
    'name: db1': `name: ${name}`,
    '10.0.0.11:8008': `127.0.0.1:${restPort}`,
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': voters
      .map(({ client }) => `127.0.0.1:${client}`)
      .join(','),
    'local all all peer': 'local all all trust',
    '10.0.0.0/24': '127.0.0.1/32',
    '10.0.0.11:5432': `127.0.0.1:${port}`,
    '/var/lib/postgresql/shipminer': `${folder}/data`,
    '/usr/lib/postgresql/15/bin': binaries,
    '/var/lib/postgresql/.pgpass-patroni': `${folder}/pgpass`,
    '/var/run/postgresql': folder,
    'change-me': password,
  })

const haproxyConfig = (port: number, [first, second]: readonly Node[]) =>
  fromKit('haproxy.cfg', {
    'bind 127.0.0.1:5432': `bind 127.0.0.1:${port}`,
    'db1 10.0.0.11:5432 check port 8008': `n1 127.0.0.1:${first?.port} check port ${first?.restPort}`,
    'db2 10.0.0.12:5432 check port 8008': `n2 127.0.0.1:${second?.port} check port ${second?.restPort}`,
  })
