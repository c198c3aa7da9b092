import { type LiveToClient, LiveToClientSchema, type LiveToServer } from '@shipminer/contract/live'
import { type LiveEvent, type LivePhase, liveTransition, retryWaitMs } from './live-machine.ts'

/** What a page knows of its live connection. */
export type LiveState = {
  phase: LivePhase
  /** Failed attempts in a row. */
  attempts: number
  /** Local ms when the last message came; null before the first. */
  lastMessageAt: number | null
  /** Server clock minus this browser's, ms: the least delayed of the messages so far; null before the first. */
  clockOffsetMs: number | null
}

/** The part of a WebSocket that is used. */
export type LiveSocket = {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export type LiveClientDependencies = {
  open: () => LiveSocket
  getToken: () => string | null
  /** A token newer than the refused one; null when there is none now. Ends the session itself when the server refuses. */
  renewToken: (refused: string) => Promise<string | null>
  now: () => number
  random: () => number
  /** Whether this device asks for less; looked at when it subscribes. */
  savesData?: () => boolean
  setTimer: (task: () => void, ms: number) => () => void
  warn: (message: string) => void
}

/** The server sends something at least every 15 s; after this much silence the line counts as broken, ms. */
export const silenceLimitMs = 40_000
/** How long one attempt may take until its snapshot, ms. */
export const attemptLimitMs = 20_000

/**
 * Keeps one connection to `/ws` alive: authenticates in the first message, subscribes to the fleet, hands every message on, and
 * starts over with a growing wait when the line breaks, falls silent, or says something that is not in the contract.
 */
export function createLiveClient(deps: LiveClientDependencies) {
  const listeners = new Set<() => void>()
  const messageListeners = new Set<(message: LiveToClient, at: number) => void>()
  let state: LiveState = { phase: 'stopped', attempts: 0, lastMessageAt: null, clockOffsetMs: null }
  let socket: LiveSocket | null = null
  let sentToken = ''
  let cancelTimer: () => void = () => undefined
  let view: readonly string[] = []

  function set(change: Partial<LiveState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function on(event: LiveEvent): void {
    const phase = liveTransition(state.phase, event)
    if (phase === state.phase) return
    cancelTimer()
    cancelTimer = () => undefined
    const attempts =
      phase === 'live' || phase === 'stopped' ? 0 : state.attempts + (phase === 'waiting' ? 1 : 0)
    set({ phase, attempts })
    onEntering[phase]()
  }

  const onEntering: Record<LivePhase, () => void> = {
    connecting: connect,
    authenticating: authenticate,
    subscribing() {
      send({ type: 'subscribe', topic: 'fleet', ...(deps.savesData?.() ? { saver: true } : {}) })
      limit(attemptLimitMs)
    },
    live() {
      if (view.length > 0) send({ type: 'view', ids: [...view] })
      limit(silenceLimitMs)
    },
    waiting() {
      drop()
      cancelTimer = deps.setTimer(() => on('retry-due'), retryWaitMs(state.attempts - 1, deps.random()))
    },
    renewing() {
      drop()
      renew()
    },
    stopped: drop,
    refused: drop,
  }

  function connect(): void {
    if (deps.getToken() === null) {
      // Not from inside the transition to `connecting`: its listeners come first.
      cancelTimer = deps.setTimer(() => on('session-gone'), 0)
      return
    }
    limit(attemptLimitMs)
    const opened = deps.open()
    socket = opened
    // A socket that was given up may still send; only the present one is listened to.
    opened.onopen = () => socket === opened && on('opened')
    opened.onmessage = (event) => socket === opened && hear(event.data)
    opened.onclose = () => socket === opened && on('lost')
  }

  function authenticate(): void {
    const token = deps.getToken()
    if (token === null) {
      on('session-gone')
      return
    }
    sentToken = token
    send({ type: 'authenticate', token })
    limit(attemptLimitMs)
  }

  function renew(): void {
    const refused = sentToken
    deps.renewToken(refused).then(
      (token) => {
        if (token !== null) on('token-renewed')
        else on(deps.getToken() === null ? 'session-gone' : 'token-unavailable')
      },
      () => on('token-unavailable'),
    )
  }

  function hear(data: unknown): void {
    const message = parseMessage(data)
    if (!message) {
      deps.warn('Invalid controller data received')
      on('lost')
      return
    }
    const at = deps.now()
    if (message.type !== 'refused') {
      const offset = message.serverTime - at
      // Delay only ever makes the offset smaller, so the largest is nearest to the truth. After a clock was set, the offset is taken again.
      const known = state.clockOffsetMs
      const clockOffsetMs = known === null || offset > known || known - offset > 30_000 ? offset : known
      set({ lastMessageAt: at, clockOffsetMs })
    }
    if (message.type === 'authenticated') on('authenticated')
    else if (message.type === 'snapshot') on('snapshot')
    else if (message.type === 'refused') on(afterRefusal(message.code))
    if (state.phase === 'live') limit(silenceLimitMs)
    if (message.type === 'refused') return
    for (const listener of messageListeners) listener(message, at)
  }

  function afterRefusal(code: string): LiveEvent {
    if (code === 'unauthorized' || code === 'session-expired') return 'token-refused'
    deps.warn(`Live values were refused: ${code}`)
    return 'lost'
  }

  function limit(ms: number): void {
    cancelTimer()
    cancelTimer = deps.setTimer(() => on('lost'), ms)
  }

  function send(message: LiveToServer): void {
    socket?.send(JSON.stringify(message))
  }

  function drop(): void {
    const old = socket
    socket = null
    old?.close()
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Called with every valid message and the local ms when it came. */
    onMessage(listener: (message: LiveToClient, at: number) => void): () => void {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    /** Which miners are looked at; of a large fleet no others are sent. */
    look(ids: readonly string[]): void {
      if (ids.length === view.length && ids.every((id, index) => id === view[index])) return
      view = ids
      if (state.phase === 'live') send({ type: 'view', ids: [...ids] })
    },
    start: () => on('started'),
    stop: () => on('stopped'),
    /** The page is visible again, or the network is back: the next attempt need not wait. */
    wake: () => on('retry-due'),
  }
}

function parseMessage(data: unknown): LiveToClient | null {
  if (typeof data !== 'string') return null
  try {
    return LiveToClientSchema.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}
