import type { Context } from '../../platform/context.ts'
import type { OpenedModule } from '../../platform/module.ts'
import { weeklyMailsJob } from './weekly-mails.job.ts'
import { type WeeklyDeps, weeklyAttachments } from './weekly-mails.ts'

/** The summary of each week, mailed to owners. */
export function openWeekly(
  { store, clock, mail }: Context,
  ports: Pick<WeeklyDeps, 'power' | 'revenue'>,
): OpenedModule {
  const deps = { store, clock, mail, ...ports }
  return {
    jobs: [weeklyMailsJob(deps)],
    attachments: (name) => weeklyAttachments(deps, name),
  }
}
