import { expect, test } from 'vitest'
import { type MailContent, renderMail } from './render-mail.ts'

const content: MailContent = {
  language: 'nl',
  subject: 'Bericht van <b>',
  greeting: 'Goedendag,',
  paragraphs: ['Eerste & laatste.'],
  facts: [
    { label: 'Naam', value: '<script>alert("1")</script>' },
    { label: 'Bericht', value: "regel 1\r\nregel '2'" },
  ],
  closing: ['Met vriendelijke groet,', 'Shipminer'],
  footer: ['Waarom u dit krijgt.'],
}

test('plain text', () =>
  expect(renderMail(content).text).toBe(
    [
      'Goedendag,',
      '',
      'Eerste & laatste.',
      '',
      'Naam: <script>alert("1")</script>',
      'Bericht:',
      '  regel 1',
      "  regel '2'",
      '',
      'Met vriendelijke groet,',
      'Shipminer',
      '',
      '-- ',
      'Waarom u dit krijgt.',
      '',
    ].join('\n'),
  ))

test('HTML escapes everything and keeps lines', () => {
  const { html } = renderMail(content)
  expect(html).toContain('<html lang="nl">')
  expect(html).toContain('<title>Bericht van &lt;b&gt;</title>')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  expect(html).toContain('regel 1<br>regel &#39;2&#39;')
  expect(html).not.toMatch(/<script|<a |<img|https?:/)
})

test('tables with a heading, notes and a button follow', () => {
  const sections = [{ heading: 'Ms <b>', facts: [{ label: 'Tijd', value: '2 s' }] }]
  const action = { label: 'Open', url: 'https://shipminer.example/?a=1&b="2"' }
  const { text, html } = renderMail({ ...content, facts: [], sections, notes: ['Een schatting.'], action })
  expect(text).toContain(
    `Eerste & laatste.\n\nMs <b>\nTijd: 2 s\n\nEen schatting.\n\nOpen: ${action.url}\n\n`,
  )
  expect(html).toContain('Ms &lt;b&gt;</h2>')
  expect(html).toContain('href="https://shipminer.example/?a=1&amp;b=&quot;2&quot;"')
})
