import { expect, test } from 'vitest'
import { describeEachEngine } from '../../platform/db/testing.ts'
import { forgetInquiries } from './forget-inquiries.ts'

describeEachEngine('forgetInquiries', ({ store }) => {
  test('forgets what was answered, or made, more than 24 months ago, and keeps the waiting list', async () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const row = (
      reference: string,
      kind: 'contact' | 'waiting-list',
      createdAt: string,
      handledAt: string | null = null,
    ) => ({
      reference,
      kind,
      email: `${reference}@rederij.nl`,
      language: 'nl',
      createdAt: new Date(createdAt),
      handledAt: handledAt === null ? null : new Date(handledAt),
    })
    await store()
      .db.insertInto('inquiries')
      .values([
        row('old', 'contact', '2024-11-19T12:00:00Z'),
        row('fresh', 'contact', '2024-11-21T12:00:00Z'),
        row('answered-late', 'contact', '2024-01-01T12:00:00Z', '2025-01-01T12:00:00Z'),
        row('answered-long-ago', 'contact', '2024-01-01T12:00:00Z', '2024-02-01T12:00:00Z'),
        row('waiting', 'waiting-list', '2020-01-01T12:00:00Z'),
        row('told', 'waiting-list', '2020-01-01T12:00:00Z', '2024-02-01T12:00:00Z'),
      ])
      .execute()
    expect(await forgetInquiries(store().db, now)).toBe(3)
    const left = await store().db.selectFrom('inquiries').select('reference').orderBy('reference').execute()
    expect(left.map(({ reference }) => reference)).toEqual(['answered-late', 'fresh', 'waiting'])
  })
})
