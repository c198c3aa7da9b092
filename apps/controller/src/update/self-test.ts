import { spawn } from 'node:child_process'
import * as z from 'zod/mini'

/** Argument with which a version only says that it can start. */
export const selfTestArgument = '--self-test'

export type SelfTested = { ok: true; version: string } | { ok: false; detail: string }

const answerSchema = z.object({ selfTest: z.literal('passed'), version: z.string() })
const longestMs = 120_000
const mostText = 20_000

/** Starts a version's program to read the settings and load everything, and nothing else. Never throws. */
export function selfTest(entry: string, environment: NodeJS.ProcessEnv): Promise<SelfTested> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [entry, selfTestArgument], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-mostText)
      })
    child.once('error', (error) => resolve({ ok: false, detail: error.message }))
    child.once('close', (code) => {
      const answer = code === 0 ? readAnswer(output) : null
      const said = output.trim().split('\n').slice(-3).join(' ').slice(-250)
      resolve(
        answer === null
          ? { ok: false, detail: `ended with ${code ?? 'a signal'}: ${said}` }
          : { ok: true, version: answer },
      )
    })
  })
}

function readAnswer(output: string): string | null {
  try {
    const parsed = answerSchema.safeParse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
    return parsed.success ? parsed.data.version : null
  } catch {
    return null
  }
}
