import { expect, test } from 'vitest'
import { describeEachEngine } from '../db/testing.ts'
import { createSettings } from './settings.ts'

describeEachEngine('run-time settings', ({ store }) => {
  test('the default holds until a value is written, and counts again when the stored one cannot be read', async () => {
    const { db } = store()
    const settings = createSettings({ 'orders.enabled': false })
    const change = { at: new Date('2026-05-01T10:00:00Z'), by: 'shell' }
    expect(await settings.read(db, 'orders.enabled')).toBe(false)
    expect(await settings.write(db, 'orders.enabled', true, change)).toBe(1)
    expect(await settings.read(db, 'orders.enabled')).toBe(true)
    expect(await createSettings({ 'orders.enabled': false }).read(db, 'orders.enabled')).toBe(true)
    expect(await settings.write(db, 'orders.enabled', false, change)).toBe(2)
    expect(await createSettings({ 'orders.enabled': true }).read(db, 'orders.enabled')).toBe(false)
    await db.updateTable('settings').set({ value: '"perhaps"' }).execute()
    expect(await createSettings({ 'orders.enabled': true }).read(db, 'orders.enabled')).toBe(true)
  })
})
