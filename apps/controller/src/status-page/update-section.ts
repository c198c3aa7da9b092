import type { UpdateStatus } from '../update/updater.ts'
import type { Language } from './texts.ts'
import { updateTexts } from './update-texts.ts'

/** What runs, whether it can be replaced from shore, and how the last try went. */
export function updateSection(
  update: UpdateStatus,
  version: string,
  language: Language,
  {
    row,
    escapeHtml,
  }: {
    row: (name: string, text: string, tone?: string) => string
    escapeHtml: (text: string) => string
  },
): string {
  const t = updateTexts[language]
  const { takes, state, reason } = update
  const known = update.version === null || update.version === '0.0.0' ? [] : [update.version]
  const last =
    state === null ? t.none : [...known, t.states[state], ...(reason ? [t.reasons[reason]] : [])].join(': ')
  const isBad = state === 'rolled-back' || state === 'refused'
  return `<section aria-labelledby="program"><h2 id="program">${escapeHtml(t.heading)}</h2>
<dl>
${row(t.version, version)}
${row(t.takes, t.takesStates[takes], takes === 'yes' ? '' : 'dim')}
${row(t.update, last, isBad ? 'bad' : '')}
</dl></section>`
}
