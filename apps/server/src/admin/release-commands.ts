import { readFile } from 'node:fs/promises'
import { VersionSchema } from '@shipminer/contract/releases'
import type { RolloutStage } from '@shipminer/domain/releases/rollout'
import * as z from 'zod'
import type { Releases } from '../modules/releases/releases.port.ts'
import { type AdminCommands, adminCommand } from '../platform/admin/admin-socket.ts'

const shell = { userId: null, name: 'shell' }
const mostFileBytes = 40 * 2 ** 20
const version = z.string().refine((text) => VersionSchema.safeParse(text).success, 'must be like 1.4.0')

/** `SM-ABC234+SM-DEF567,10%,50%,100%`: stages by commas, named controllers by plus signs. */
const stages = z.string().transform((text, context): RolloutStage[] =>
  text.split(',').map((part) => {
    const stage = part.trim()
    const percent = /^(\d{1,3})%$/.exec(stage)?.[1]
    if (percent !== undefined && Number(percent) >= 1 && Number(percent) <= 100)
      return { percent: Number(percent) }
    if (/^[\x21-\x24\x26-\x7e]{1,200}$/.test(stage)) return { controllers: stage.split('+') }
    context.addIssue({ code: 'custom', message: 'must be like SM-ABC234,10%,50%,100%' })
    return z.NEVER
  }),
)
const reason = z.string().trim().min(3).max(500)

/** Releases of the controller from the operator's shell. */
export function createReleaseCommands(releases: Releases): AdminCommands {
  return {
    'release:publish': adminCommand({
      describe: 'Publish a signed release of the controller: --file shipminer-controller-1.4.0.release',
      args: z.strictObject({ file: z.string().min(1) }),
      async run({ file }) {
        const bytes = await readFile(file)
        if (bytes.length > mostFileBytes) throw new Error(`${file} is too large for a release`)
        return releases.publish(shell, bytes)
      },
    }),
    'release:list': adminCommand({
      describe: 'Releases of the controller, newest first',
      args: z.strictObject({}),
      run: async () => (await releases.read()).releases,
    }),
    'rollout:start': adminCommand({
      describe:
        'Roll a release out: --version 1.4.0 --reason "…" [--stages SM-ABC234,10%,50%,100%] [--within 60 (minutes)] [--tolerate 0]',
      args: z.strictObject({
        version,
        stages: stages.default([{ percent: 10 }, { percent: 50 }, { percent: 100 }]),
        within: z.coerce.number().int().min(1).max(10_080).default(60),
        tolerate: z.coerce.number().int().min(0).max(1_000).default(0),
        reason,
      }),
      run: ({ version: wanted, stages: by, within, tolerate, reason: why }) =>
        releases.start(shell, {
          version: wanted,
          stages: by,
          reportWithinMinutes: within,
          tolerated: tolerate,
          reason: why,
        }),
    }),
    'rollout:act': adminCommand({
      describe: 'Change a rollout: --id … --action pause|resume|withdraw --reason "…"',
      args: z.strictObject({ id: z.uuid(), action: z.enum(['pause', 'resume', 'withdraw']), reason }),
      async run({ id, action, reason: why }) {
        await releases.act(shell, id, { action, reason: why })
        return { id, action }
      },
    }),
    'rollout:show': adminCommand({
      describe: 'Where each controller stands in the newest rollout',
      args: z.strictObject({}),
      async run() {
        const [newest] = (await releases.read()).rollouts
        if (!newest) return []
        return newest.members.map((member) => ({
          version: newest.version,
          rollout: newest.state,
          controller: member.controllerId,
          stage: member.stage + 1,
          state: member.late ? `${member.state} (late)` : member.state,
          reason: member.reason,
          runs: member.version,
        }))
      },
    }),
  }
}
