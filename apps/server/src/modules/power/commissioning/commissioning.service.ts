import {
  type CommissioningReport,
  CommissioningReportSchema,
  type StoredCommissioningReport,
} from '@shipminer/contract/power/commissioning'
import type { Language } from '@shipminer/i18n/languages'
import type { Queryable } from '../../../platform/db/store.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { renderStatement } from '../../../platform/pdf/statement-pdf.ts'
import { findShip } from '../own-ships.service.ts'
import type { PowerDeps } from '../power.deps.ts'
import * as repository from './commissioning.repository.ts'
import { commissioningPaper } from './commissioning-paper.ts'

/** Keeps the report of a check that has ended; the controller sends it after each connection. */
export async function storeReport(
  { clock }: PowerDeps,
  db: Queryable,
  controllerId: string,
  report: CommissioningReport,
): Promise<void> {
  if (report.finishedAt === null) return
  // Whose line it came over is known; what the report calls itself is not asked.
  const own = { ...report, controllerId }
  const times = { finishedAt: new Date(report.finishedAt), receivedAt: new Date(clock()) }
  await repository.keepReport(db, controllerId, own, times)
}

/** @throws AppError `ship-not-found` */
export async function listReports(
  deps: PowerDeps,
  ownerId: string,
  shipId: string,
): Promise<StoredCommissioningReport[]> {
  return (await readOwnReports(deps, ownerId, shipId)).map(({ id, controllerName, receivedAt, report }) => ({
    id: String(id),
    controllerName,
    receivedAt: receivedAt.getTime(),
    report,
  }))
}

/** @throws AppError `ship-not-found`, `not-found` */
export async function readReportPdf(
  deps: PowerDeps,
  ownerId: string,
  { shipId, reportId, language }: { shipId: string; reportId: string; language: Language },
) {
  const rows = await readOwnReports(deps, ownerId, shipId)
  return printReport(
    deps,
    rows.find(({ id }) => String(id) === reportId),
    language,
  )
}

/** For the desk. @throws AppError `not-found` */
export async function readNewestPdf(deps: PowerDeps, controllerId: string, language: Language) {
  const row = await repository.findNewestReport(deps.store.db, controllerId)
  return printReport(deps, row === null ? undefined : readable([row])[0], language)
}

type Readable = Omit<repository.ReportRow, 'report'> & { report: CommissioningReport }

/** Without those that only a later version can read. */
const readable = (rows: readonly repository.ReportRow[]): Readable[] =>
  rows.flatMap((row) => {
    const report = CommissioningReportSchema.safeParse(row.report).data
    return report === undefined ? [] : [{ ...row, report }]
  })

async function readOwnReports(deps: PowerDeps, ownerId: string, shipId: string): Promise<Readable[]> {
  const ship = await findShip(deps, ownerId, 'read', shipId)
  return readable(await repository.listShipReports(deps.store.db, ownerId, ship.id))
}

async function printReport(deps: PowerDeps, row: Readable | undefined, language: Language) {
  if (row === undefined) throw new AppError('not-found')
  const { report, receivedAt } = row
  const pdf = await renderStatement(commissioningPaper(row, language, deps.productName), {
    language,
    author: deps.productName,
    at: receivedAt,
  })
  const day = new Date(report.finishedAt ?? receivedAt).toISOString().slice(0, 10)
  return {
    filename: `commissioning-${report.controllerId}-${day}.pdf`,
    pdfBase64: Buffer.from(pdf).toString('base64'),
  }
}
