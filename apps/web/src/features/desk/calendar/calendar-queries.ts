import { deskCalendarEndpoints } from '@shipminer/contract/desk/calendar'
import type { Language } from '@shipminer/i18n/languages'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput } from '../../../lib/api/api-client.ts'
import { callEndpoint } from '../../../lib/api/client.ts'

/** The week of a day; without one, this week. */
export function calendarQuery(day: string | null) {
  return queryOptions({
    queryKey: ['desk', 'calendar', day],
    queryFn: ({ signal }) =>
      callEndpoint(deskCalendarEndpoints.deskCalendar, { query: day === null ? {} : { day }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** What the fitter of an order needs to know. */
export function fittingQuery(id: string) {
  return queryOptions({
    queryKey: ['desk', 'calendar', 'fitting', id],
    queryFn: ({ signal }) => callEndpoint(deskCalendarEndpoints.deskFitting, { params: { id }, signal }),
  })
}

export type PlanBody = CallInput<typeof deskCalendarEndpoints.deskPlanFitting>['body']

/** @throws ApiError */
export function planFitting(id: string, body: PlanBody) {
  return callEndpoint(deskCalendarEndpoints.deskPlanFitting, { params: { id }, body })
}

/** @throws ApiError */
export function fetchFittingSheet(id: string, language: Language) {
  return callEndpoint(deskCalendarEndpoints.deskFittingSheet, { params: { id }, query: { language } })
}
