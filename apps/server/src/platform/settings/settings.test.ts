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
    expect(await settings.inspect(db, 'orders.enabled')).toEqual({
      value: false,
      version: 2,
      changedAt: change.at,
      changedBy: 'shell',
    })
    await db.updateTable('settings').set({ value: '"perhaps"' }).execute()
    expect(await createSettings({ 'orders.enabled': true }).read(db, 'orders.enabled')).toBe(true)
  })

  test('of two who looked at the same version one replaces it', async () => {
    const { db } = store()
    await db.deleteFrom('settings').execute()
    const settings = createSettings({ 'orders.enabled': true })
    const change = { at: new Date('2026-05-01T10:00:00Z'), by: 'Anna' }
    const replace = (value: boolean, version: number) =>
      settings.replace(db, 'orders.enabled', value, { ...change, version })
    expect(await settings.inspect(db, 'orders.enabled')).toMatchObject({
      value: true,
      version: 0,
      changedBy: null,
    })
    expect(await Promise.all([replace(false, 0), replace(false, 0)])).toEqual(
      expect.arrayContaining([1, null]),
    )
    expect(await replace(true, 0)).toBeNull()
    expect(await replace(true, 2)).toBeNull()
    expect(await replace(true, 1)).toBe(2)
    expect(await settings.inspect(db, 'orders.enabled')).toMatchObject({
      value: true,
      version: 2,
      changedBy: 'Anna',
    })
  })
})
