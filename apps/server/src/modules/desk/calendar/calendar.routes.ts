import { deskCalendarEndpoints } from '@shipminer/contract/desk/calendar'
import type { Router } from '../../../platform/http/routing.ts'
import type { DeskDeps } from '../desk.deps.ts'
import { planFitting, readCalendar, readFitting } from './calendar.service.ts'
import { printFittingSheet } from './fitting-sheet.ts'

/** The calendar of installations, and the sheet that the fitter takes along. */
export function deskCalendarRoutes(router: Router, deps: DeskDeps): void {
  router.route(deskCalendarEndpoints.deskCalendar, async (call) => readCalendar(deps, call.query))
  router.route(deskCalendarEndpoints.deskFitting, async (call) =>
    readFitting(deps, call.operator, call.params.id),
  )
  router.route(deskCalendarEndpoints.deskPlanFitting, async (call) =>
    planFitting(deps, call.operator, call.params.id, call.body),
  )
  router.route(deskCalendarEndpoints.deskFittingSheet, async (call) =>
    printFittingSheet(deps, call.operator, call.params.id, call.query.language),
  )
}
