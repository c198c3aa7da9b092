import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { REPO_ROOT } from '../lib/repo.ts'

/**
 * Test files that take far longer than their size tells, in the order in which they begin. One that began last would keep one core busy
 * while the others have nothing left to do.
 */
export const LONGEST_FILES = [
  'e2e/box/poisoned-device.test.ts',
  'e2e/server/demo.test.ts',
  'e2e/generator/killed-on-signal-k.test.ts',
  'e2e/generator/liar-on-signal-k.test.ts',
  'e2e/generator/lying-meters.test.ts',
  'e2e/generator/swapped-meter.test.ts',
  'e2e/generator/stepped-clock.test.ts',
  'e2e/box/full-disk.test.ts',
  'e2e/server/private-files.test.ts',
  'e2e/drivers/faults.test.ts',
  'apps/server/src/poisoned-calls.test.ts',
  'apps/server/src/admin/backup.test.ts',
  'apps/server/test/route-guards.test.ts',
  'apps/server/src/platform/db/embedded/embedded-store.test.ts',
  'apps/server/src/modules/payments/bitcoin-payments.test.ts',
  'apps/server/src/modules/payments/usdt-payments.test.ts',
  'apps/server/src/modules/alerts/conditions/conditions.test.ts',
  'apps/controller/src/main.test.ts',
  'apps/controller/src/drivers/recorded/poisoned-answers.test.ts',
  'apps/web/scripts/build.test.ts',
] as const

type Placed = { readonly project: string; readonly path: string }

/** Keeps files of a project together, in the order of the projects; in each the longest begin, and the others follow as they came. */
export function longestFirst<T extends Placed>(files: readonly T[]): T[] {
  const projects = [...new Set(files.map(({ project }) => project))]
  const rankOf = ({ path }: Placed) => {
    const rank = (LONGEST_FILES as readonly string[]).indexOf(path)
    return rank < 0 ? LONGEST_FILES.length : rank
  }
  return files.toSorted(
    (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rankOf(a) - rankOf(b),
  )
}

/** The order of Vitest, with what is known to take long before the rest. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = (await super.sort(specifications)).map((specification) => ({
      specification,
      project: specification.project.name,
      path: relative(REPO_ROOT, specification.moduleId),
    }))
    return longestFirst(files).map(({ specification }) => specification)
  }
}
