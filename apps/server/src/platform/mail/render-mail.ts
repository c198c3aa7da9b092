/** The content of a mail before rendering. Facts are rows of a table; a value may have several lines. */
export type MailContent = {
  language: string
  subject: string
  greeting: string | null
  paragraphs: readonly string[]
  facts: readonly { label: string; value: string }[]
  closing: readonly string[]
  /** Small print: who sends this and why. */
  footer: readonly string[]
}

/** The same text as plain text and as simple HTML without pictures, links or scripts; everything is escaped. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: renderText(content), html: renderHtml(content) }
}

function renderText({ greeting, paragraphs, facts, closing, footer }: MailContent): string {
  const table = facts.map(({ label, value }) =>
    value.includes('\n') ? `${label}:\n${indent(value)}` : `${label}: ${value}`,
  )
  const blocks = [
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    ...(table.length > 0 ? [table.join('\n')] : []),
    closing.join('\n'),
    ['-- ', ...footer].join('\n'),
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
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0;font-weight:600">${escapeHtml(label)}</th>` +
      `<td valign="top" style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#fff;color:#0b1720;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:600px;margin:0 auto">',
    ...(greeting ? [paragraph(greeting)] : []),
    ...paragraphs.map(paragraph),
    ...(rows.length > 0
      ? [`<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`]
      : []),
    ...(closing.length > 0 ? [`<p style="margin:0 0 16px">${closing.map(escapeHtml).join('<br>')}</p>`] : []),
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #b3c5cd;color:#4b626e;font-size:13px">`,
    `${footer.map(escapeHtml).join('<br>')}</p></div></body></html>`,
  ].join('\n')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '').replace(/\r\n|\r|\n/g, '<br>')
}
