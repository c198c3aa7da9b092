import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { reasonOf } from '@shipminer/domain/reason-of'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'

/** One command of the operator's shell. Arguments are `--name value` pairs, parsed by `args`. */
export type AdminCommand<Args extends z.ZodType = z.ZodType> = {
  describe: string
  args: Args
  run(args: z.output<Args>): Promise<unknown>
}
export type AdminCommands = Record<string, AdminCommand>

/** Only preserves the type of a command's arguments. */
export function adminCommand<Args extends z.ZodType>(command: AdminCommand<Args>): AdminCommand {
  return command as unknown as AdminCommand
}

export const AdminAnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type AdminAnswer = z.infer<typeof AdminAnswerSchema>

const RequestSchema = z.object({ command: z.string(), args: z.record(z.string(), z.string()) })

/**
 * Socket on which the running server listens for commands. Only its user can open it; a path too long for a socket moves to the temporary
 * folder.
 */
export function adminSocketPath(dataDir: string): string {
  const full = path.resolve(dataDir, 'admin.sock')
  if (Buffer.byteLength(full) <= 100) return full
  return path.join(os.tmpdir(), `admin-${createHash('sha256').update(full).digest('hex').slice(0, 16)}.sock`)
}

/** Runs one command by name; every failure is a response, never a throw. */
export async function runAdminCommand(
  commands: AdminCommands,
  name: string,
  args: Record<string, string>,
): Promise<AdminAnswer> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    return { ok: false, error: `Unknown command ${name}. Known: ${Object.keys(commands).join(', ')}` }
  const parsed = command.args.safeParse(args)
  if (!parsed.success) {
    return {
      ok: false,
      error: parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'),
    }
  }
  try {
    return { ok: true, result: await command.run(parsed.data) }
  } catch (error) {
    return { ok: false, error: reasonOf(error) }
  }
}

/**
 * Serves commands on the local socket: one JSON line in, one JSON line out. Only for the server's own user (mode 0600). When another server
 * on the same folder accepts commands already, this one leaves them to it.
 */
export async function serveAdminSocket(
  dataDir: string,
  commands: AdminCommands,
  logger: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const socketPath = adminSocketPath(dataDir)
  mkdirSync(path.dirname(socketPath), { recursive: true })
  if (await isAnswered(socketPath)) {
    logger.warn({ socketPath }, 'another server takes the commands of this DATA_DIR')
    return { close: async () => {} }
  }
  rmSync(socketPath, { force: true })
  const server = net.createServer((socket) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(60_000, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk
      if (text.length > 65_536) return socket.destroy()
      const end = text.indexOf('\n')
      if (end < 0) return
      socket.pause()
      void answer(text.slice(0, end)).then((reply) => socket.end(`${JSON.stringify(reply)}\n`))
    })
  })
  async function answer(line: string): Promise<AdminAnswer> {
    try {
      const request = RequestSchema.parse(JSON.parse(line))
      logger.info({ command: request.command }, 'admin command')
      return await runAdminCommand(commands, request.command, request.args)
    } catch {
      return { ok: false, error: 'The request is not one line of {"command", "args"}' }
    }
  }
  const previous = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socketPath, resolve))
  } finally {
    process.umask(previous)
  }
  chmodSync(socketPath, 0o600)
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/** Whether a server listens on a socket; one left by a killed server refuses. */
function isAnswered(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath)
    const finish = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}

/** Sends one command to the running server; null when none is running. */
export function callAdminSocket(
  dataDir: string,
  command: string,
  args: Record<string, string>,
): Promise<AdminAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(adminSocketPath(dataDir))
    let text = ''
    socket.setEncoding('utf8')
    socket.setTimeout(120_000, () => socket.destroy(new Error('the server did not answer')))
    socket.on('connect', () => socket.write(`${JSON.stringify({ command, args })}\n`))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(null) : reject(error),
    )
    socket.on('end', () => {
      try {
        resolve(AdminAnswerSchema.parse(JSON.parse(text)) as AdminAnswer)
      } catch {
        reject(new Error('the server answered something else'))
      }
    })
  })
}
