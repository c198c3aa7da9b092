import { expect, test } from 'vitest'
import { type RehearsalReport, rehearsalText } from './rehearse-restore.ts'

const report: RehearsalReport = {
  backup: { label: '20261128-010000F', type: 'full', ageSeconds: 600 },
  lastChangeAt: new Date('2026-11-28T01:00:00Z'),
  ...{ restoreSeconds: 3.21, recoverySeconds: 0.5, bytes: 8_000_000, tables: 90, people: 4, orders: 2 },
  ...{ newestOrderAt: new Date('2026-11-27T12:00:00Z'), newestSampleAt: null },
  ...{ unknown: [], pending: 0 },
  checksums: { sound: true, says: '' },
}

test('what can be used is called sound, with its figures', () => {
  const { sound, lines } = rehearsalText(report)
  expect(sound).toBe(true)
  expect(lines.join('\n')).toContain('90 tables, 8000000 bytes, 4 people, 2 orders')
  expect(lines.join('\n')).toContain('newest sample: none')
})

test('without checksums damage goes unseen, and it says so', () => {
  const { sound, lines } = rehearsalText({ ...report, checksums: null })
  expect([sound, lines.some((line) => line.startsWith('LOOK: '))]).toEqual([true, true])
})

test('what an older release made is told, and no fault', () => {
  const { sound, lines } = rehearsalText({ ...report, pending: 3 })
  expect(sound).toBe(true)
  expect(lines).toContainEqual(expect.stringMatching(/^LOOK: .*older release.*3 changes/))
})

test.each<[string, Partial<RehearsalReport>, RegExp]>([
  ['no tables', { tables: 0 }, /^WRONG: it has none of the tables/],
  ['a newer release', { unknown: ['0999-later'] }, /^WRONG: .*newer release \(0999-later\)/],
  ['damaged pages', { checksums: { sound: false, says: 'block 7' } }, /^WRONG: pages are damaged\.\nblock 7/],
])('what has %s is not sound, and why is said', (_, change, why) => {
  const { sound, lines } = rehearsalText({ ...report, ...change })
  expect(sound).toBe(false)
  expect(lines).toContainEqual(expect.stringMatching(why))
})
