import { FaultSubjectSchema } from '@shipminer/contract/shop/service'
import { languages } from '@shipminer/i18n/languages'
import { expect, test } from 'vitest'
import { createI18n } from '../../../lib/i18n/i18n.ts'
import { loadAnswerTemplate } from './report-answer.ts'

test('is in the language of the owner, whatever the desk speaks, for every subject', async () => {
  const translator = await createI18n('nl', ['account'])
  const german = await loadAnswerTemplate(translator, { language: 'de', subject: 'connection' })
  expect(german).toMatch(/^Wir sehen, wann die Verbindung abbrach\./)
  for (const language of languages)
    for (const subject of FaultSubjectSchema.options)
      expect(await loadAnswerTemplate(translator, { language, subject })).not.toContain('template.')
})
