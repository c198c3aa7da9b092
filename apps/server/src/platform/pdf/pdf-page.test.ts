import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { renderPdf, writeText } from './pdf-page.ts'

async function textOf(lines: readonly string[]): Promise<string> {
  const meta = { title: 'Test', author: 'Test', language: 'en', at: new Date(0) }
  const pdf = await renderPdf(meta, (doc) => {
    for (const [index, line] of lines.entries()) {
      writeText(doc, line, 50, 50 + index * 30)
      writeText(doc, line, 50, 400 + index * 30, { bold: true, numbers: true })
    }
  })
  return (await extractText(await getDocumentProxy(pdf), { mergePages: true })).text
}

test('the text of a document does not depend on those made before it', async () => {
  // Accents, colons and ellipses are drawn with parts that are letters and dots of their own.
  for (const line of [
    'Îți: până…',
    'Größe ‰ „Ü“',
    'Invoice IBAN 17,500.00: excl. VAT (21 %)',
    'Îți: până…',
  ]) {
    const text = await textOf([line])
    expect(text.split(line)).toHaveLength(3)
  }
})
