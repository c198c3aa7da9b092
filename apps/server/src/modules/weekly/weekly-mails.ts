import { isTimeZone, startOfDay } from '@shipminer/domain/time-zone'
import { defaultLanguage, isLanguage, type Language } from '@shipminer/i18n/languages'
import type { Store } from '../../platform/db/store.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { forEachIsolated } from '../../platform/jobs/for-each-isolated.ts'
import { enqueueMails } from '../../platform/mail/outbox.repository.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import type { MailAttachment } from '../../platform/mail/smtp-mailer.ts'
import { utcDay } from '../../platform/time.ts'
import { openAlerts } from '../alerts/alerts.port.ts'
import type { PowerPort } from '../power/power.port.ts'
import { type Revenue, wholeSpan } from '../revenue/revenue.port.ts'
import { defaultTimeZone, readAccountZone } from '../ships/ships.port.ts'
import type { AccountMailContext } from '../users/users.port.ts'
import { sundayOf, weekDue } from './week-due.ts'
import { isMeasured, type WeekFacts, weeklyContent } from './weekly-content.ts'
import {
  findLanguage,
  listEquippedShips,
  listUndecided,
  listZones,
  noteDecided,
  removeOrphanedMails,
  type WeeklyReader,
} from './weekly-mails.repository.ts'

export type WeeklyDeps = {
  store: Store
  clock: () => number
  power: Pick<PowerPort, 'proof' | 'proofPdf'>
  revenue: Pick<Revenue, 'rowsOf'>
  mail: AccountMailContext
}

const dayMs = 86_400_000
/** More papers than these make a mail that nobody opens. */
const mostPapers = 3

/**
 * Puts the summary of the week that is over into the outbox for everyone who wants it, has a verified address, and of whose ships anything
 * was measured. Decided once for each owner and week, even with repeated or concurrent runs.
 */
export async function mailWeeks(deps: WeeklyDeps, signal?: AbortSignal): Promise<void> {
  const { db } = deps.store
  await removeOrphanedMails(db)
  const now = deps.clock()
  const known = [...new Set([defaultTimeZone, ...(await listZones(db))])]
  // Around a date line one week is due here and another there; one that fails leaves the other.
  await forEachIsolated(
    // An unknown zone has the week of the others.
    Map.groupBy(known, (zone) => weekDue(isTimeZone(zone) ? zone : defaultTimeZone, now)),
    ([week]) => `week ${week}`,
    async ([week, zones]) => {
      if (week === null) return
      const withoutShip = zones.includes(defaultTimeZone)
      await forEachIsolated(
        await listUndecided(db, { week, zones, withoutShip }),
        ({ id }) => `owner ${id}`,
        async (reader) => {
          if (!signal?.aborted) await mailWeek(deps, reader, week)
        },
      )
    },
  )
}

async function mailWeek(deps: WeeklyDeps, reader: WeeklyReader, week: string): Promise<void> {
  const { store, mail } = deps
  const facts = await readWeek(deps, reader.id, week)
  const at = new Date(deps.clock())
  await store.db.transaction().execute(async (trx) => {
    if (!(await noteDecided(trx, reader, week, at)) || !facts.ships.some(isMeasured)) return
    const content = weeklyContent(facts, languageOf(reader.preferredLanguage), mail)
    const { text, html } = renderMail(content)
    const papers = papersOf(facts)
    await enqueueMails(
      trx,
      [
        {
          messageId: `weekly.${week}.${reader.id}@${new URL(mail.publicUrl).hostname}`,
          recipient: reader.email,
          replyTo: mail.providerEmail,
          subject: content.subject,
          textBody: text,
          htmlBody: html,
          attachment:
            papers.length === 0
              ? null
              : `weekly:${reader.id}:${week}:${papers.map(({ id }) => id).join(',')}`,
        },
      ],
      at,
    )
  })
}

/** What the pages of each ship and of revenue show of a week. */
async function readWeek(deps: WeeklyDeps, ownerId: string, week: string): Promise<WeekFacts> {
  const { db } = deps.store
  const sunday = sundayOf(week)
  const [ships, zone, alerts] = await Promise.all([
    listEquippedShips(db, ownerId),
    readAccountZone(db, ownerId),
    openAlerts(deps.store, ownerId),
  ])
  const { rows } = await deps.revenue.rowsOf(
    ownerId,
    {
      fromDay: week,
      toDay: sunday,
      by: 'ship',
      pricedBefore: startOfDay(zone, utcDay(Date.parse(sunday) + dayMs)),
    },
    () => wholeSpan(week, sunday),
  )
  const facts: WeekFacts = { week, sunday, alerts, ships: [], papers: [] }
  for (const { id, name } of ships) {
    const proof = await deps.power.proof(ownerId, id, week)
    facts.ships.push({ id, name, proof, rows: rows.filter(({ shipId }) => shipId === id) })
  }
  const elsewhere = { id: null, name: null, proof: null, rows: rows.filter(({ shipId }) => shipId === null) }
  if (isMeasured(elsewhere)) facts.ships.push(elsewhere)
  return { ...facts, papers: papersOf(facts).map(({ name }) => name) }
}

/** The ships whose proof is attached. */
function papersOf({ ships }: Pick<WeekFacts, 'ships'>): { id: string; name: string }[] {
  const seen = ships.flatMap(({ id, name, proof }) =>
    id !== null && proof !== null && proof.recordedSeconds > 0 ? [{ id, name }] : [],
  )
  return seen.slice(0, mostPapers)
}

/** The papers that a mail names `weekly:<user>:<Monday>:<ships>`; a ship that is gone has none. Null for other names and deleted users. */
export async function weeklyAttachments(
  { store, power }: Pick<WeeklyDeps, 'store' | 'power'>,
  name: string,
): Promise<MailAttachment[] | null> {
  const [, userId, week, ships] =
    /^weekly:([0-9a-f-]{36}):(\d{4}-\d{2}-\d{2}):([0-9a-f,-]+)$/.exec(name) ?? []
  if (userId === undefined || week === undefined || ships === undefined) return null
  const preferred = await findLanguage(store.db, userId)
  if (preferred === undefined) return null
  const papers: MailAttachment[] = []
  for (const [index, shipId] of ships.split(',').entries()) {
    const paper = await power
      .proofPdf(userId, shipId, { day: week, language: languageOf(preferred) })
      .catch((error: unknown) => {
        if (error instanceof AppError) return null
        throw error
      })
    if (paper === null) continue
    papers.push({
      // The ships of one mail need names of their own.
      filename: ships.includes(',') ? paper.filename.replace('.pdf', `-${index + 1}.pdf`) : paper.filename,
      contentType: 'application/pdf',
      content: Buffer.from(paper.pdfBase64, 'base64'),
    })
  }
  return papers
}

const languageOf = (preferred: string | null): Language =>
  isLanguage(preferred) ? preferred : defaultLanguage
