import {
  type DeskTodaySchema,
  nothingWaits,
  type TodayPart,
  TodayPartSchema,
  todayParts,
} from '@shipminer/contract/desk/work'
import { mayCall } from '@shipminer/contract/operator-roles'
import type * as z from 'zod/mini'
import type { Operator } from '../../../platform/auth/authenticator.ts'
import { isDatabaseAway } from '../../../platform/db/failures/is-database-away.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { type Part, readers } from './today-parts.ts'

type Today = z.input<typeof DeskTodaySchema>

/**
 * What waits for an operator, as the one answer that the queue of the day and every counter are read from; nothing of what their role may not even
 * look at. A part that cannot be read is named, and the others are there.
 *
 * @throws what is wrong, when no part can be read, or the database is away
 */
export async function readToday(deps: DeskDeps, operator: Operator): Promise<Today> {
  const { name, role } = operator
  const wanted = todayParts.filter((part) => mayCall(role, readers[part].shownBy ?? { roles: [role] }))
  let today = nothingWaits(deps.clock(), { name, role })
  const failed: { part: TodayPart; error: unknown }[] = []
  for (const part of wanted)
    try {
      today = withPart(today, await readPart(deps, operator, part))
    } catch (error) {
      // Each of the others would wait for it as long.
      if (isDatabaseAway(error)) throw error
      failed.push({ part, error })
    }
  if (failed.length === wanted.length) throw failed[0]?.error
  for (const { part, error } of failed)
    deps.logger.error({ err: error, part }, 'a part of the day at the desk was not read')
  return { ...today, unread: failed.map(({ part }) => part) }
}

/** @throws why it cannot be read, or cannot be shown as it is */
async function readPart(deps: DeskDeps, operator: Operator, part: TodayPart): Promise<Part> {
  const read = await readers[part].read(deps, operator)
  const checked = TodayPartSchema.safeParse(read)
  if (checked.success) return read
  const where = checked.error.issues.slice(0, 3).map(({ path, code }) => `${path.join('.')} ${code}`)
  throw new Error(`${part} breaks the contract: ${where.join(', ')}`)
}

const withPart = (today: Today, { totals, oldest, ...part }: Part): Today => ({
  ...today,
  ...part,
  totals: { ...today.totals, ...totals },
  oldest: { ...today.oldest, ...oldest },
})
