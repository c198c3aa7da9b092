import { expect, test } from 'vitest'
import { createI18n } from '../../../../lib/i18n/i18n.ts'
import { lead } from './lead.fixture.ts'
import { loadAnswerTemplate } from './lead-answer.ts'

test('is in the language of who asked, whatever the desk speaks', async () => {
  const translator = await createI18n('nl', ['desk'])
  const german = await loadAnswerTemplate(translator, { ...lead, language: 'de', name: 'Karl' })
  expect(german.subject).toBe('Ihre Anfrage C-7K3QXMPA')
  expect(german.text).toMatch(/^Guten Tag Karl,\n\nVielen Dank/)
  expect(german.text).toContain('Mit freundlichen Grüßen')
  expect((await loadAnswerTemplate(translator, lead)).text).toMatch(/^Beste Jan,/)
})

test('says what was computed only where something was', async () => {
  const translator = await createI18n('en', ['desk'])
  const custom = { ...lead, language: 'en', kind: 'custom', name: null } as const
  expect((await loadAnswerTemplate(translator, { ...custom, spareKw: 42.5 })).text).toContain('42.5\u00a0kW')
  const without = (await loadAnswerTemplate(translator, custom)).text
  expect(without).toMatch(/^Hello,/)
  expect(without).not.toContain('spare')
})
