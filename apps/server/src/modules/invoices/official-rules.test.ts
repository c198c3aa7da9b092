import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chosenVatSamples, usualSamples } from '../../../test/papers/e-invoice-samples.ts'
import { eInvoice } from './e-invoice.ts'
import type { InvoiceSnapshot } from './invoice.ts'

/*
 * The official rules of EN 16931 and Peppol BIS Billing 3.0, which are in no package: E_INVOICE_RULES names a folder with them as style sheets
 * (`EN16931-UBL-validation.xslt`, `PEPPOL-EN16931-UBL.xslt`), SAXON_JAR a Saxon that runs them, by default Debian's.
 */
const run = promisify(execFile)
const folder = process.env.E_INVOICE_RULES
const jar = process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar'
const sheets =
  folder !== undefined && existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.xslt'))
    : []
const isPresent = sheets.length > 0 && existsSync(jar)
if (!isPresent)
  console.warn(
    `skipped: the official rules of e-invoices were not run: E_INVOICE_RULES names no folder with their style sheets, or there is no Saxon at ${jar}`,
  )

const samples = [...usualSamples, ...chosenVatSamples.map(([name, , invoice]) => [name, invoice] as const)]
const fileOf = (at: number) => `${String(at).padStart(2, '0')}.xml`

describe.skipIf(!isPresent)('the official rules', () => {
  let work = ''
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'e-invoices-'))
    samples.forEach(([, invoice], at) => void writeFileSync(join(work, fileOf(at)), eInvoice(invoice)))
    // One that breaks a rule, so that a run that judges nothing is found out.
    const [, sample] = usualSamples[0] ?? []
    if (sample)
      writeFileSync(join(work, 'wrong.xml'), eInvoice(sample).replace('EUR</cbc:Doc', 'EURO</cbc:Doc'))
  })
  afterAll(() => void rmSync(work, { recursive: true, force: true }))

  const isPeppol = (invoice: InvoiceSnapshot) => /CustomizationID>[^<]*peppol/.test(eInvoice(invoice))

  test.each(sheets)('%s finds nothing', async (sheet) => {
    const answers = mkdtempSync(join(tmpdir(), 'e-invoice-answers-'))
    const judged = (at: number, invoice: InvoiceSnapshot) =>
      sheet.startsWith('PEPPOL') && !isPeppol(invoice)
        ? []
        : brokenIn(readFileSync(join(answers, fileOf(at)), 'utf8'))
    try {
      await run('java', [
        '-cp',
        jar,
        'net.sf.saxon.Transform',
        `-xsl:${join(folder ?? '', sheet)}`,
        `-s:${work}`,
        `-o:${answers}`,
      ])
      const found = samples.flatMap(([name, invoice], at) => {
        const rules = judged(at, invoice)
        return rules.length === 0 ? [] : [`${name}: ${rules.join(', ')}`]
      })
      expect(found).toEqual([])
      if (sheet.startsWith('EN16931'))
        expect(brokenIn(readFileSync(join(answers, 'wrong.xml'), 'utf8'))).not.toEqual([])
    } finally {
      rmSync(answers, { recursive: true, force: true })
    }
  })
})

/** Names of the rules that a report says are broken; warnings too. */
function brokenIn(report: string): string[] {
  return [...report.matchAll(/<svrl:failed-assert[^>]*\bid="([^"]+)"/g)].map(([, id]) => id ?? '')
}
