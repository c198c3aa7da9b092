import type { FastifyInstance } from 'fastify'
import { limitFrames, smallPayloadBytes, socketPayloadBytes } from '../../platform/http/limit-frames.ts'
import { openUplinkSession, type UplinkDeps, type UplinkSession } from './uplink-session.ts'

const beatMs = 15_000

/** `/uplink`: one WebSocket per controller. The newest connection of a controller wins, on whichever server it arrives. */
export async function uplinkRoutes(app: FastifyInstance, deps: UplinkDeps): Promise<void> {
  const live = new Map<string, UplinkSession>()
  const open = new Set<UplinkSession>()

  const stopSettings = await deps.store.listen('power_settings', (controllerId) => {
    live.get(controllerId)?.sendPowerSettings()
  })
  const stopListening = await deps.store.listen('uplink', (payload) => {
    const { controllerId, connectionId } = JSON.parse(payload) as {
      controllerId: string
      connectionId: string
    }
    const session = live.get(controllerId)
    if (session && session.connectionId !== connectionId) {
      live.delete(controllerId)
      session.replace()
    }
  })

  app.get(
    '/uplink',
    { websocket: true, config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
    (socket, request) => {
      limitFrames(socket, smallPayloadBytes)
      const session = openUplinkSession(
        socket,
        request.ip,
        { ...deps, logger: request.log },
        (established) => {
          limitFrames(socket, socketPayloadBytes)
          const id = established.controllerId()
          if (!id) return
          live.get(id)?.replace()
          live.set(id, established)
          deps.onLinks?.(live.size)
        },
      )
      open.add(session)
      let alive = true
      const beat = setInterval(() => {
        if (!alive) return socket.terminate()
        alive = false
        socket.ping()
      }, beatMs)
      socket.on('pong', () => {
        alive = true
        session.beat()
      })
      socket.on('message', (data, isBinary) => {
        if (isBinary) socket.close(1003, 'text only')
        else session.receive(data.toString())
      })
      socket.on('error', (error: Error) => request.log.info({ reason: error.message }, 'uplink socket error'))
      socket.on('close', () => {
        clearInterval(beat)
        open.delete(session)
        session.onClose()
        const id = session.controllerId()
        if (id && live.get(id) === session) live.delete(id)
        deps.onLinks?.(live.size)
      })
    },
  )

  app.addHook('preClose', async () => {
    await Promise.all([stopListening(), stopSettings()])
    await Promise.allSettled([...open].map((session) => session.whenStored()))
  })
}
