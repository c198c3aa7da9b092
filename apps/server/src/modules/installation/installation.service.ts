import {
  type CheckResult,
  type InstallationCheck,
  type InstallationStep,
  installationSteps,
} from '@shipminer/contract/desk/installation'
import { parseBic, parseIban } from '@shipminer/domain/payments/bank/iban'
import { sql } from 'kysely'
import { exampleSettings } from '../../config.ts'
import type { Operator } from '../../platform/auth/authenticator.ts'
import { lastBackupAt } from '../../platform/backup/last-backup.ts'
import type { Queryable } from '../../platform/db/store.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { noteAction } from '../operators/operators.port.ts'
import type { InstallationDeps } from './installation.deps.ts'

/** A backup that is older than this protects nothing any more. */
const backupDays = 7
const dayMs = 86_400_000

/** What a new installation needs before it can sell, in the order in which it is done, and what of it is. */
export async function readInstallation(
  deps: InstallationDeps,
): Promise<{ steps: { step: InstallationStep; isDone: boolean }[]; lastBackupAt: string | null }> {
  const { config, store, settings, watcherReports, mail, clock } = deps
  const { db } = store
  const [found, backup, areOpen, watchers] = await Promise.all([
    countWhatThereIs(db),
    lastBackupAt(db),
    settings.read(db, 'orders.enabled'),
    watcherReports(),
  ])
  const done: Record<InstallationStep, boolean> = {
    company: exampleSettings(config).every((setting) => setting === 'COMPANY_IBAN'),
    address: new URL(config.PUBLIC_URL).protocol === 'https:',
    mail: mail.isConfigured,
    bank: !config.bank.example,
    coins: watchers.some(({ isFresh }) => isFresh),
    backup: backup !== null && clock() - backup.getTime() < backupDays * dayMs,
    colleague: found.operators > 1,
    recovery: found.recoveryCodes > 0,
    prices: found.priceChanges > 0,
    controller: found.controllers > 0,
    stock: found.boxes > 0,
    orders: areOpen,
    'test-order': found.orders > 0,
  }
  return {
    steps: installationSteps.map((step) => ({ step, isDone: done[step] })),
    lastBackupAt: backup?.toISOString() ?? null,
  }
}

async function countWhatThereIs(db: Queryable) {
  const { rows } = await sql<Record<string, number | string>>`
    SELECT
      (SELECT count(*) FROM users WHERE 'operator' = ANY (roles)) AS operators,
      (SELECT count(DISTINCT user_id) FROM recovery_codes WHERE used_at IS NULL) AS recovery_codes,
      (SELECT count(*) FROM product_versions WHERE changed_by <> 'catalogue') AS price_changes,
      (SELECT count(*) FROM controllers) AS controllers,
      (SELECT count(*) FROM boxes) AS boxes,
      (SELECT count(*) FROM orders) AS orders`.execute(db)
  const [row = {}] = rows
  const of = (name: string) => Number(row[name] ?? 0)
  return {
    operators: of('operators'),
    recoveryCodes: of('recoveryCodes'),
    priceChanges: of('priceChanges'),
    controllers: of('controllers'),
    boxes: of('boxes'),
    orders: of('orders'),
  }
}

/** Tries one thing that the server depends on, now. Changes nothing, but that a mail or a message goes to the operator. */
export async function tryInstallation(
  deps: InstallationDeps,
  operator: Operator,
  check: InstallationCheck,
): Promise<CheckResult> {
  const tries: Record<InstallationCheck, () => Promise<CheckResult>> = {
    mail: () => tryMail(deps, operator),
    bank: async () => tryBank(deps),
    chains: () => tryChains(deps),
    vies: () => tryVies(deps),
    push: () => tryBrowsers(deps, operator),
  }
  return tries[check]()
}

async function tryMail(deps: InstallationDeps, operator: Operator): Promise<CheckResult> {
  if (!deps.mail.isConfigured) return { result: 'unset', findings: [] }
  const refusal = await deps.mail.check()
  if (refusal !== null) return { result: 'bad', findings: [{ what: null, said: refusal }] }
  const sentTo = await deps.store.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['email', 'preferredLanguage'])
      .where('id', '=', operator.userId)
      .executeTakeFirst()
    if (!user?.email) return null
    const { productName, publicUrl, config } = deps
    const language = config.PROVIDER_LANGUAGE
    const subject = mailText(language, 'trial.subject', { productName })
    const content = {
      language,
      subject,
      greeting: mailText(language, 'greeting.plain'),
      paragraphs: [mailText(language, 'trial.body', { url: publicUrl })],
      facts: [],
      closing: [productName],
      footer: [productName],
    }
    const { text, html } = renderMail(content)
    const id = Buffer.from(deps.randomBytes(12)).toString('hex')
    const messageId = `trial.${id}@${new URL(publicUrl).hostname}`
    const mail = { messageId, recipient: user.email, replyTo: null, subject, textBody: text, htmlBody: html }
    await enqueueMails(trx, [mail], new Date(deps.clock()))
    await noteAction(deps, trx, operator, { action: 'installation.mail', subject: 'mail', reason: null })
    return user.email
  })
  return { result: 'good', findings: [{ what: sentTo, said: null }] }
}

/** A message to the browsers in which the operator wants messages about alerts. */
async function tryBrowsers(deps: InstallationDeps, operator: Operator): Promise<CheckResult> {
  const { productName: title, config } = deps
  const body = mailText(config.PROVIDER_LANGUAGE, 'trial.push')
  const trials = await deps.tryPush(operator.userId, { title, body, url: '/desk/settings' })
  if (trials.length === 0) return { result: 'none', findings: [] }
  const isSent = (status: number | null) => status !== null && status >= 200 && status < 300
  const refused = trials.filter(({ status }) => !isSent(status))
  const findings = (refused.length > 0 ? refused : trials).map(({ host, status }) => ({
    what: host,
    said: isSent(status) ? null : status === null ? 'not reachable' : `status ${status}`,
  }))
  return { result: refused.length > 0 ? 'bad' : 'good', findings }
}

/** The account's own check digits; that it is ours only its bank knows. */
function tryBank({ config: { bank } }: InstallationDeps): CheckResult {
  if (bank.example) return { result: 'unset', findings: [] }
  const isGood = parseIban(bank.iban) !== null && (bank.bic === null || parseBic(bank.bic) !== null)
  return {
    result: isGood ? 'good' : 'bad',
    findings: [{ what: [bank.accountName, bank.iban, bank.bic].filter(Boolean).join(', '), said: null }],
  }
}

async function tryChains({ watcherReports }: InstallationDeps): Promise<CheckResult> {
  const reports = await watcherReports()
  if (reports.length === 0) return { result: 'unset', findings: [] }
  // One that was read a moment ago counts for payments still; here what it answered last is asked.
  const late = reports.filter(({ isFresh, lastError }) => !isFresh || lastError !== null)
  const findings = (late.length > 0 ? late : reports).map(({ chain, source, lastError }) => ({
    what: `${chain} ${source}`,
    said: lastError,
  }))
  return { result: late.length > 0 ? 'bad' : 'good', findings }
}

async function tryVies({ askVies, config }: InstallationDeps): Promise<CheckResult> {
  const answer = await askVies()
  if (answer === null) return { result: 'unset', findings: [] }
  const isKnown = answer === 'confirmed'
  return {
    result: isKnown ? 'good' : 'bad',
    findings: [{ what: config.company.vatId.value, said: isKnown ? null : answer }],
  }
}
