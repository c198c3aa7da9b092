import { escapeMarkup } from '@shipminer/domain/xml-text'

export type MailFact = { label: string; value: string }

/** The content of a mail before rendering. Facts are rows of a table; a value may have several lines. */
export type MailContent = {
  language: string
  subject: string
  greeting: string | null
  paragraphs: readonly string[]
  facts: readonly MailFact[]
  /** Tables with a heading of their own. */
  sections?: readonly { heading: string; facts: readonly MailFact[] }[]
  /** After the tables. */
  notes?: readonly string[]
  /** One page of ours to go on to, as a button. */
  action?: { label: string; url: string }
  closing: readonly string[]
  /** Small print: who sends this and why. */
  footer: readonly string[]
  /** How to get no more of these: a link in the small print. */
  unsubscribe?: { label: string; url: string }
}

/** The same text as plain text and as simple HTML without pictures or scripts, with no link but that of the button and that to unsubscribe; everything is escaped. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) }
}

function renderText(content: MailContent): string {
  const {
    greeting,
    paragraphs,
    facts,
    sections = [],
    notes = [],
    action,
    closing,
    footer,
    unsubscribe,
  } = content
  const table = (rows: readonly MailFact[]) =>
    rows.map(({ label, value }) =>
      value.includes('\n') ? `${label}:\n${indent(value)}` : `${label}: ${value}`,
    )
  const blocks = [
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    table(facts).join('\n'),
    ...sections.map((section) => [section.heading, ...table(section.facts)].join('\n')),
    ...notes,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    closing.join('\n'),
    ['-- ', ...footer, ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : [])].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const indent = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `  ${line}`)
    .join('\n')

function renderHtml(content: MailContent): string {
  const { language, subject, greeting, paragraphs, facts, closing, footer } = content
  const { sections = [], notes = [], action, unsubscribe } = content
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#0b1720;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:600px;margin:0 auto">',
    ...(greeting ? [paragraph(greeting)] : []),
    ...paragraphs.map(paragraph),
    ...(facts.length > 0
      ? [`<table style="border-collapse:collapse;margin:0 0 16px">${facts.map(row).join('')}</table>`]
      : []),
    ...sections.map(section),
    ...notes.map(paragraph),
    ...(action ? [button(action)] : []),
    ...(closing.length > 0 ? [`<p style="margin:0 0 16px">${closing.map(escapeHtml).join('<br>')}</p>`] : []),
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #b3c5cd;color:#4b626e;font-size:13px">`,
    `${[...footer.map(escapeHtml), ...(unsubscribe ? [link(unsubscribe)] : [])].join('<br>')}</p></div></body></html>`,
  ].join('\n')
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const row = ({ label, value }: MailFact) =>
  `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;font-weight:600">${escapeHtml(label)}</th>` +
  `<td valign="top" style="padding:4px 0">${escapeHtml(value)}</td></tr>`

/** Figures under the name of what they belong to, right-aligned with a line between them. */
function section({ heading, facts }: NonNullable<MailContent['sections']>[number]): string {
  const line = 'padding:6px 0;border-top:1px solid #dbe5e9'
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th width="50%" align="left" valign="top" style="${line};padding-right:16px;font-weight:400;color:#4b626e">${escapeHtml(label)}</th>` +
      `<td align="right" valign="top" style="${line};font-weight:600">${escapeHtml(value)}</td></tr>`,
  )
  return (
    `<h2 style="margin:24px 0 8px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h2>` +
    `<table width="100%" style="border-collapse:collapse;width:100%;margin:0 0 24px">${rows.join('')}</table>`
  )
}

const button = ({ label, url }: NonNullable<MailContent['action']>) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;` +
  `background:#1f6feb;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

const link = ({ label, url }: { label: string; url: string }) =>
  `<a href="${escapeHtml(url)}" style="color:#1f5fbf">${escapeHtml(label)}</a>`

function escapeHtml(text: string): string {
  return escapeMarkup(text)
    .replaceAll("'", '&#39;')
    .replace(/\r\n|\r|\n/g, '<br>')
}
