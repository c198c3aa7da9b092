import type { AuditName } from '@shipminer/contract/desk/audit'
import { withBrand } from '@shipminer/domain/catalogue/product-slug'
import type { Queryable } from '../../platform/db/store.ts'
import { type AuditLookup, findAuditNames } from './audit-names.repository.ts'

/** What the first word of a subject is looked up by. */
const byNoun: Readonly<Record<string, AuditLookup>> = {
  order: 'order',
  offer: 'offer',
  lead: 'lead',
  customer: 'customer',
  owner: 'customer',
  controller: 'controller',
  box: 'box',
  service: 'report',
  payment: 'payment',
  refund: 'refund',
  resume: 'rollout',
  rollout: 'rollout',
  product: 'product',
}
/** Work that is taken on is named by its kind and an id: `order:6f1c…`. */
const byWork: Readonly<Record<string, AuditLookup>> = {
  order: 'orderById',
  unpaid: 'orderById',
  payment: 'payment',
  refund: 'refund',
  lead: 'leadById',
  report: 'reportById',
  controller: 'controller',
}

type Key = { by: AuditLookup; key: string }

export function auditKeyOf(subject: string): Key | null {
  const [, noun = '', rest = ''] = /^(\S+) (.+)$/.exec(subject) ?? []
  const [, work = '', id = ''] = /^([a-z]+):(.+)$/.exec(rest) ?? []
  const [by, key] = noun === 'job' ? [byWork[work], id] : [byNoun[noun], rest]
  return by === undefined ? null : { by, key }
}

/** What subjects of the log are called today: one question for each kind of them, however many lines there are. */
export async function nameSubjects(
  { db, productName }: { db: Queryable; productName: string },
  subjects: readonly string[],
): Promise<(subject: string) => AuditName | null> {
  const asked = subjects.map(auditKeyOf).filter((key) => key !== null)
  const found = await Promise.all(
    [...Map.groupBy(asked, ({ by }) => by)].map(async ([by, keys]) => {
      const names = await findAuditNames(
        db,
        by,
        keys.map(({ key }) => key),
      )
      return [by, names] as const
    }),
  )
  const names = new Map(found)
  return (subject) => {
    const key = auditKeyOf(subject)
    const about = key === null ? null : (names.get(key.by)?.get(key.key) ?? null)
    return about && { ...about, name: withBrand(about.name, productName) }
  }
}
