import { type Language, languageCookie, pickLanguage } from '@shipminer/i18n/languages'
import type { FastifyRequest } from 'fastify'

/** The language that a request asks for: by its query `lang` where that is read, else by cookie or browser. */
export function languageOf(request: FastifyRequest, query?: unknown): Language {
  return pickLanguage({
    query,
    cookie: request.cookies[languageCookie],
    acceptLanguage: request.headers['accept-language'],
  })
}
