import * as z from 'zod'
import { type AdminCommands, adminCommand } from '../../platform/admin/admin-socket.ts'
import { examine, isSound } from './doctor-rules.ts'
import { type GatherDeps, gatherFacts } from './gather-facts.ts'

export const DoctorReportSchema = z.strictObject({
  sound: z.boolean(),
  findings: z.array(
    z.strictObject({
      about: z.string(),
      level: z.enum(['good', 'look', 'wrong']),
      says: z.string(),
      mend: z.nullable(z.string()),
    }),
  ),
})
export type DoctorReport = z.infer<typeof DoctorReportSchema>

export function createDoctorCommand(deps: GatherDeps): AdminCommands {
  return {
    doctor: adminCommand({
      describe:
        'Looks over this installation and says what is missing and how to mend it; ends with 1 when something is wrong. [--mail]: mails it to PROVIDER_EMAIL when what is wrong has changed, for a timer',
      args: z.strictObject({}),
      async run(): Promise<DoctorReport> {
        const findings = examine(await gatherFacts(deps))
        return { sound: isSound(findings), findings }
      },
    }),
  }
}

const marks = { good: 'good ', look: 'LOOK ', wrong: 'WRONG' }

/** A line for each finding, below it what to do, and at the end the sum. */
export function doctorReportText({ findings }: DoctorReport): string {
  const lines = findings.flatMap(({ about, level, says, mend }) => [
    `${marks[level]}  ${about}: ${says}`,
    ...(mend === null ? [] : [`       → ${mend}`]),
  ])
  const count = (level: keyof typeof marks) => findings.filter((one) => one.level === level).length
  return [...lines, '', `${count('wrong')} wrong, ${count('look')} to look at, ${count('good')} good`].join(
    '\n',
  )
}
