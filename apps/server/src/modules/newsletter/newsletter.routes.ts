import { newsletterEndpoints } from '@shipminer/contract/newsletter'
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
 * Unsubscribing by the personal link: its page calls the API; mail programs, and browsers without scripts, post a form to the link itself
 * (RFC 8058), which is answered in plain text and never redirected.
 */
export async function newsletterRoutes(
  server: FastifyInstance,
  router: Router,
  deps: Pick<NewsletterDeps, 'store' | 'clock' | 'secretKey'>,
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
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(
          `${mailText(language, list === 'waiting' ? 'waiting.unsubscribed' : 'newsletter.unsubscribed')}\n`,
        )
    })
  })
}
