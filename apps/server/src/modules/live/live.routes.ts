import { LiveToServerSchema } from '@shipminer/contract/live'
import { reasonOf } from '@shipminer/domain/reason-of'
import type { FastifyInstance } from 'fastify'
import { type Authenticator, bindingCookieName } from '../../platform/auth/authenticator.ts'
import { limitFrames, smallPayloadBytes } from '../../platform/http/limit-frames.ts'
import type { LiveHub, Watching } from './live-hub.ts'

const authenticateWithinMs = 10_000
const pingEveryMs = 15_000
/** A page that reads so slowly that this much is buffered for it is dropped; it reconnects and gets a fresh snapshot. */
const maxBufferedBytes = 8 * 1024 * 1024
/** How often an open connection's session is checked again: it may have ended by its age. One that is revoked is checked at once. */
const recheckEveryMs = 60_000
/** “Service restart”: come back. */
const closedForReach = 1012
/** Pages that one account may have open on one server. */
const socketsPerAccount = 50

export type LiveRoutesDeps = {
  hub: LiveHub
  authenticator: Authenticator & { isSessionLive(sessionId: string): Promise<boolean> }
  publicOrigin: string
  clock: () => number
  /** Of every open connection: what looks whether its session still is one, or ends it because what may be seen has changed, and whose it is. */
  rechecks: Map<(isReachChanged?: boolean) => void, () => string>
}

/** `/ws`: the token comes in the first message, never in the address; a foreign Origin is refused before the upgrade. */
export function liveRoutes(
  app: FastifyInstance,
  { hub, authenticator, publicOrigin, clock, rechecks }: LiveRoutesDeps,
): void {
  app.get(
    '/ws',
    {
      websocket: true,
      config: { rateLimit: { max: 120, timeWindow: 60_000 } },
      preValidation: async (request, reply) => {
        const { origin } = request.headers
        if (origin && !sameOrigin(origin, publicOrigin, request.headers.host)) return reply.status(403).send()
      },
    },
    (socket, request) => {
      limitFrames(socket, smallPayloadBytes)
      let state: 'new' | 'checking' | 'authenticated' | 'watching' | 'closed' = 'new'
      let userId = ''
      let sessionId = ''
      let watching: Watching | null = null
      let view: readonly string[] | null = null
      let alive = true

      const refuse = (code: string) => {
        socket.send(JSON.stringify({ type: 'refused', code }))
        socket.close(1008, code)
      }
      const authTimer = setTimeout(() => state === 'new' && refuse('unauthorized'), authenticateWithinMs)
      const ping = setInterval(() => {
        if (!alive) return socket.terminate()
        alive = false
        socket.ping()
      }, pingEveryMs)
      const recheck = async (isReachChanged = false) => {
        // The page comes back by itself, and sees what it still may.
        if (isReachChanged) return socket.close(closedForReach, 'reach changed')
        if (sessionId && !(await authenticator.isSessionLive(sessionId).catch(() => true)))
          refuse('session-expired')
      }
      const recheckTimer = setInterval(() => void recheck(), recheckEveryMs)
      rechecks.set(recheck, () => userId)

      socket.on('pong', () => {
        alive = true
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        state = 'closed'
        clearTimeout(authTimer)
        clearInterval(ping)
        clearInterval(recheckTimer)
        rechecks.delete(recheck)
        watching?.stop()
      })
      socket.on('message', async (data: Buffer, isBinary: boolean) => {
        try {
          const message = isBinary ? null : parseMessage(data.toString())
          if (message?.type === 'authenticate' && state === 'new') {
            state = 'checking'
            const caller = await authenticator.verifyAccess(
              message.token,
              request.cookies[bindingCookieName] ?? null,
            )
            if (!caller) return refuse('unauthorized')
            if (!isState('checking')) return
            const open = [...rechecks.values()].filter((userOf) => userOf() === caller.userId).length
            if (open >= socketsPerAccount) return refuse('rate-limited')
            state = 'authenticated'
            userId = caller.userId
            sessionId = caller.sessionId
            socket.send(JSON.stringify({ type: 'authenticated', serverTime: clock() }))
          } else if (message?.type === 'subscribe' && state === 'authenticated') {
            state = 'watching'
            const send = (text: string) => {
              if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
              else socket.send(text)
            }
            const begun = await hub.watch(userId, { send }, message.saver)
            if (isState('closed')) return begun.stop()
            watching = begun
            if (view !== null) begun.look(view)
          } else if (message?.type === 'view' && (state === 'authenticated' || state === 'watching')) {
            // It may come while the first message is made.
            view = message.ids
            watching?.look(view)
          } else refuse('invalid-request')
        } catch (error) {
          request.log.info({ reason: reasonOf(error) }, 'live socket refused')
          socket.close(1011, 'try again')
        }
      })
      // `state` changes while a handler waits; a call keeps the compiler from narrowing it away.
      function isState(expected: typeof state): boolean {
        return state === expected
      }
    },
  )
}

/** A message from a page; null for anything else. */
function parseMessage(text: string) {
  try {
    return LiveToServerSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function sameOrigin(origin: string, publicOrigin: string, host: string | undefined): boolean {
  if (origin === publicOrigin) return true
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}
