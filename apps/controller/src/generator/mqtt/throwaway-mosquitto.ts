import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { freePort } from '../../../../../scripts/lib/free-port.ts'

/** Debian's broker: the one named by MOSQUITTO, or one on the PATH or where the package puts it. For tests. */
export function findMosquitto(environment: NodeJS.ProcessEnv): string | null {
  const folders = [...(environment.PATH ?? '').split(delimiter), '/usr/sbin']
  const candidates = [environment.MOSQUITTO, ...folders.map((folder) => join(folder, 'mosquitto'))]
  return candidates.find((path): path is string => path !== undefined && existsSync(path)) ?? null
}

/** Said once where tests are skipped. */
export function warnNoMosquitto(): void {
  console.warn(
    'SKIPPED: NO MOSQUITTO. MQTT is not tested against a real broker. Install the Debian package mosquitto.',
  )
}

/** A broker of its own on loopback. */
export type ThrowawayMosquitto = {
  url: string
  /** As by a power cut. */
  kill(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startMosquitto(program: string): Promise<ThrowawayMosquitto> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'sm-mosquitto-'))
  const settings = join(folder, 'mosquitto.conf')
  writeFileSync(
    settings,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type none\n`,
  )
  let running: ChildProcess | null = null
  const start = async () => {
    running = spawn(program, ['-c', settings], { stdio: 'ignore' })
    while (!(await isListening(port))) await wait(20)
  }
  const kill = async () => {
    const ended = running
    running = null
    if (ended === null || ended.exitCode !== null) return
    await new Promise((resolve) => {
      ended.once('exit', resolve)
      ended.kill('SIGKILL')
    })
  }
  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    start,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Something on board that publishes, and connects again soon when the broker was away. */
export const connectDevice = (url: string): Promise<MqttClient> => connectAsync(url, { reconnectPeriod: 50 })

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const finish = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
