import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.ts'
import { REPO_ROOT } from '../../scripts/lib/repo.ts'
import { isInPath } from '../../scripts/test/system-packages.ts'

/**
 * The image of deploy/container/Containerfile, built by what builds images on this machine and started from it: it answers, is nobody in particular,
 * holds nothing that is only for development, and stops when asked.
 *
 * Real: the builder, the packages it installs, the image and the server in it. A base image that is not on this machine is not fetched: the test is
 * skipped then, and says what is missing.
 */
const containerfile = 'deploy/container/Containerfile'
const bases = [
  ...new Set(
    [...readFileSync(join(REPO_ROOT, containerfile), 'utf8').matchAll(/^FROM (\S+)/gm)].map(
      ([, base]) => base ?? '',
    ),
  ),
]
const builders = ['podman', 'buildah', 'docker'] as const
type Builder = (typeof builders)[number]

const inspectArgs = (builder: Builder, image: string) =>
  builder === 'buildah' ? ['inspect', '--type=image', image] : ['image', 'inspect', image]
const installed = builders.filter((name) => isInPath(name, process.env.PATH))
const builder = installed.find((name) =>
  bases.every((base) => spawnSync(name, inspectArgs(name, base), { stdio: 'ignore' }).status === 0),
)
if (!builder)
  console.warn(
    installed.length === 0
      ? 'skipped: no image was built: this machine has none of podman, buildah and docker (Debian: apt-get install buildah)'
      : `skipped: no image was built: ${installed.join(', ')} cannot be used here, or lacks the base image (${installed[0]} pull ${bases.join(' ')})`,
  )

/** One that was started from the image. */
type Container = {
  /** Of the server itself, as the host or the container sees it. */
  uid(): Promise<number>
  /** Asks it to stop, and resolves with the exit code of the server. */
  stop(): Promise<number>
}

const buildWithinMs = 30 * 60_000

describe.runIf(builder)('the image of the Containerfile', () => {
  const program = builder ?? 'podman'
  const image = `localhost/shipminer-of-a-test:${randomBytes(4).toString('hex')}`
  const name = `shipminer-of-a-test-${randomBytes(4).toString('hex')}`
  const call = async (...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: REPO_ROOT, maxBuffer: 2 ** 26 })).stdout.trim()

  let stopWhatIsLeft = async () => {}
  afterAll(async () => {
    await stopWhatIsLeft()
    await call('rm', ...(program === 'buildah' ? [] : ['--force', '--volumes']), name).catch(() => '')
    await call('rmi', image).catch(() => '')
  }, 120_000)

  /** As compose.yml starts it: nothing but its folder and /tmp can be written to, and it has no rights beyond those of its user. */
  async function startInContainer(port: number): Promise<Container> {
    const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
    await call('run', '--detach', `--name=${name}`, ...hardened, `--publish=127.0.0.1:${port}:3000`, image)
    return {
      async uid() {
        return uidIn(await call('exec', name, 'cat', '/proc/1/status'))
      },
      async stop() {
        await call('stop', '--time=40', name)
        return Number(await call('inspect', '--format={{.State.ExitCode}}', name))
      },
    }
  }

  /** Buildah only builds: what the image says is to be started runs in it by a shell of its own, on the network of this machine. */
  async function startInBuildah(port: number): Promise<Container> {
    await call('from', '--pull-never', `--name=${name}`, image)
    const { OCIv1 } = JSON.parse(await call('inspect', '--type=image', image)) as {
      OCIv1: { config: { Cmd: string[]; User: string } }
    }
    const { Cmd, User } = OCIv1.config
    const settings = ['env', 'HOST=127.0.0.1', `PORT=${port}`]
    // Buildah 1.28 may end with an error of its own afterwards: the shell says how the server ended.
    const tell = ['sh', '-c', '"$@"; echo "ended with $?"', '-']
    const runs = spawn(
      program,
      ['run', '--isolation=chroot', `--user=${User}`, name, '--', ...settings, ...tell, ...Cmd],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    let said = ''
    runs.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-1_000)
    })
    const ended = once(runs, 'close')
    stopWhatIsLeft = async () => {
      const pid = await serverBelow(runs, Cmd.at(-1) ?? '')
      if (pid !== null) process.kill(pid, 'SIGKILL')
      if (runs.exitCode === null) await ended
    }
    const server = async () => {
      const pid = await serverBelow(runs, Cmd.at(-1) ?? '')
      if (pid === null) throw new Error('no server runs in the container')
      return pid
    }
    return {
      async uid() {
        return uidIn(readFileSync(`/proc/${await server()}/status`, 'utf8'))
      },
      async stop() {
        process.kill(await server(), 'SIGTERM')
        await ended
        return Number(/^ended with (\d+)$/m.exec(said)?.[1] ?? -1)
      },
    }
  }

  test('it is built, answers as an ordinary user, and stops when asked', {
    timeout: 2 * buildWithinMs,
  }, async () => {
    const isolation = program === 'buildah' ? ['--isolation=chroot'] : []
    await promisify(execFile)(program, ['build', ...isolation, '-f', containerfile, '-t', image, '.'], {
      cwd: REPO_ROOT,
      maxBuffer: 2 ** 26,
      timeout: buildWithinMs,
    })
    const port = await freePort()
    const container = await (program === 'buildah' ? startInBuildah(port) : startInContainer(port))
    const deadline = Date.now() + 180_000
    let answer: Response | null = null
    while (!answer && Date.now() < deadline) {
      await sleep(200)
      answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null)
    }
    expect(answer?.status, 'it answers').toBe(200)
    expect(await answer?.json()).toMatchObject({ data: { database: { engine: 'embedded' } } })
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')])
    expect(await container.uid(), 'nobody in particular').toBe(10_001)
    expect(await container.stop(), 'it stopped by itself').toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  })
})

const uidIn = (status: string) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])

/** The process of that program among those that another one started; null while there is none, and once it has ended. */
async function serverBelow({ pid, exitCode }: ChildProcess, program: string): Promise<number | null> {
  // Each thread has children of its own.
  const below = (parent: number): number[] =>
    globSync(`/proc/${parent}/task/*/children`)
      .flatMap((file) => readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number))
      .flatMap((child) => [child, ...below(child)])
  const isServer = (child: number) => {
    const [command = '', ...args] = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0')
    return command.endsWith('node') && args.includes(program)
  }
  return (pid === undefined || exitCode !== null ? [] : below(pid)).find(isServer) ?? null
}
