import { useEffect, useSyncExternalStore } from 'react'
import { refresh } from '../api/client.ts'
import { onSaverChange, savesData } from '../files/saver.ts'
import { session } from '../session/session-store.ts'
import { createLiveClient, type LiveSocket, type LiveState } from './live-client.ts'

function openSocket(): LiveSocket {
  const webSocket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
  const socket: LiveSocket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => webSocket.send(text),
    close: () => webSocket.close(),
  }
  webSocket.onopen = () => socket.onopen?.()
  webSocket.onmessage = (event) => socket.onmessage?.(event)
  webSocket.onclose = () => socket.onclose?.()
  return socket
}

/** The one live connection of this page. It runs while a component uses `useLive`. */
export const live = createLiveClient({
  open: openSocket,
  getToken: () => session.storage.getTokens()?.authToken ?? null,
  renewToken: refresh,
  now: () => Date.now(),
  random: () => Math.random(),
  savesData,
  setTimer: (task, ms) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
  warn: (message) => console.warn(message),
})

onSaverChange(() => {
  if (live.getState().phase === 'stopped') return
  live.stop()
  live.start()
})

let users = 0
let stopTimer: ReturnType<typeof setTimeout> | undefined

function wakeUp(): void {
  if (!document.hidden) live.wake()
}

function use(): () => void {
  clearTimeout(stopTimer)
  if (users++ === 0) {
    live.start()
    document.addEventListener('visibilitychange', wakeUp)
    addEventListener('online', wakeUp)
  }
  return () => {
    if (--users > 0) return
    document.removeEventListener('visibilitychange', wakeUp)
    removeEventListener('online', wakeUp)
    // From one page of the dashboard to the next the connection stays.
    stopTimer = setTimeout(() => users === 0 && live.stop(), 5000)
  }
}

/** State of the live connection; opens it, and closes it a few seconds after the last user is gone. Messages: `live.onMessage`. */
export function useLive(): LiveState {
  useEffect(use, [])
  return useSyncExternalStore(live.subscribe, live.getState, live.getState)
}
