import { newsletterEndpoints } from '@shipminer/contract/shop/newsletter'
import { escapeMarkup } from '@shipminer/domain/xml-text'
import type { Language } from '@shipminer/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../platform/http/language-of.ts'
import type { Router } from '../../platform/http/routing.ts'
import { mailText } from '../../platform/mail/mail-texts.ts'
import { type NewsletterDeps, unsubscribe } from './newsletter.service.ts'

/** A form posted by a mail program is only a few words. */
const formLimitBytes = 4096
/** Mail programs send requests for many people from few addresses; a subscription is protected by its unguessable link. */
const formLimit = { max: 120, timeWindow: 60_000, groupId: 'unsubscribe-form' }

/**
 * Unsubscribing by the personal link: its page calls the API; mail programs, and browsers whose scripts are not there yet, post a form to
 * the link itself (RFC 8058), which is answered at once and never redirected: to a browser with a page, else in plain text.
 */
export async function newsletterRoutes(
  server: FastifyInstance,
  router: Router,
  deps: Pick<NewsletterDeps, 'store' | 'clock' | 'secretKey'> & { productName: string },
): Promise<void> {
  router.route(newsletterEndpoints.newsletterUnsubscribe, async ({ body }) => {
    await unsubscribe(deps, body.token, 'link')
    return {}
  })

  await server.register(async (scope) => {
    // The link alone decides, whatever the form contains; its content only distinguishes a mail program from a person.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: formLimitBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post('/newsletter/unsubscribe', { config: { rateLimit: formLimit } }, async (request, reply) => {
      const { token, lang } = request.query as { token?: unknown; lang?: unknown }
      const isOneClick = typeof request.body === 'string' && request.body.includes('One-Click')
      const source = isOneClick ? 'one-click' : 'link'
      const { list } = await unsubscribe(deps, typeof token === 'string' ? token : '', source)
      const language = languageOf(request, lang)
      const said = mailText(language, list === 'waiting' ? 'waiting.unsubscribed' : 'newsletter.unsubscribed')
      const isBrowser = !isOneClick && (request.headers.accept ?? '').includes('text/html')
      return reply
        .header('cache-control', 'no-store')
        .type(`text/${isBrowser ? 'html' : 'plain'}; charset=utf-8`)
        .send(isBrowser ? pageSaying(said, language, deps.productName) : `${said}\n`)
    })
  })
}

/** A page of one sentence, in the colours that the reader's browser has. */
function pageSaying(sentence: string, language: Language, productName: string): string {
  const [said, name] = [escapeMarkup(sentence), escapeMarkup(productName)]
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="dark light">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${said} · ${name}</title></head>` +
    `<body><main><h1>${said}</h1><p><a href="/?lang=${language}">${name}</a></p></main></body></html>\n`
  )
}
