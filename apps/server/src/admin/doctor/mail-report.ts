import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { createSmtpMailer } from '../../platform/mail/smtp-mailer.ts'
import { type DoctorReport, doctorReportText } from './doctor-command.ts'

const AboutsSchema = z.array(z.string())
/**
 * What was wrong at the last look, and what was last mailed as wrong: what a finding is about, in order. Files of before say `told` for
 * `mailed`.
 */
const RememberedSchema = z.union([
  z.strictObject({ seen: AboutsSchema, mailed: AboutsSchema }),
  z
    .strictObject({ seen: AboutsSchema, told: AboutsSchema })
    .transform(({ seen, told }) => ({ seen, mailed: told })),
])
type Remembered = z.infer<typeof RememberedSchema>

/**
 * Mails the provider when what is wrong has changed, and when nothing is any more. Only what is so at two looks running is mailed: a
 * restart is no fault. A mail that the server did not take is tried again at the next look.
 * @returns what was done, in words.
 * @throws when it cannot be mailed.
 */
export async function mailDoctorReport(
  config: Pick<Config, 'DATA_DIR' | 'SMTP_URL' | 'MAIL_FROM' | 'PROVIDER_EMAIL' | 'PUBLIC_URL'>,
  report: DoctorReport,
): Promise<string> {
  const { SMTP_URL: url, MAIL_FROM: from, PROVIDER_EMAIL: to } = config
  if (!url || !from || !to) throw new Error('doctor --mail needs SMTP_URL, MAIL_FROM and PROVIDER_EMAIL')
  const file = join(config.DATA_DIR, 'doctor.json')
  const before = readRemembered(file)
  const findings = report.findings.filter(({ level }) => level === 'wrong')
  const wrong = [...new Set(findings.map(({ about }) => about))].toSorted()
  const keep = (mailed: string[]) =>
    writeFileSync(file, JSON.stringify({ seen: wrong, mailed } satisfies Remembered), { mode: 0o600 })
  const isSame = (other: readonly string[]) => other.join() === wrong.join()
  if (isSame(before.mailed) || !isSame(before.seen)) {
    keep(before.mailed)
    return isSame(before.mailed) ? 'nothing new to mail' : 'mailed at the next look, when it still is so'
  }
  const { host } = new URL(config.PUBLIC_URL)
  const subject = `${host}: ${wrong.length === 0 ? 'nothing is wrong any more' : `wrong: ${wrong.join(', ')}`}`
  const text = `${doctorReportText({ ...report, findings: wrong.length === 0 ? report.findings : findings })}\n`
  const result = await createSmtpMailer({ url, from }).send({
    messageId: `doctor.${randomUUID()}@${new URL(config.PUBLIC_URL).hostname}`,
    to,
    replyTo: null,
    subject,
    text,
    html: `<pre>${asHtml(text)}</pre>`,
  })
  if (result.kind !== 'sent') {
    keep(before.mailed)
    throw new Error(`the mail server did not take the report: ${result.error}`)
  }
  keep(wrong)
  return `mailed to ${to}`
}

function readRemembered(file: string): Remembered {
  try {
    return RememberedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { seen: [], mailed: [] }
  }
}

const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
