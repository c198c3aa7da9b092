import type { Command } from '@shipminer/contract/control'
import { isCommandOpen } from '@shipminer/domain/fleet/command'
import { useEffect, useEffectEvent, useRef } from 'react'
import { commandsOf } from '../api/bulk.ts'

const lookMs = 1_500
/** Miners looked after at a time; a large fleet is gone through in turns. */
const atOnce = 20

/** Checks open commands until each has ended. */
export function useFollowCommands(
  commands: readonly Command[] | null,
  onChange: (commands: readonly Command[]) => void,
): void {
  const tell = useEffectEvent(onChange)
  const cursor = useRef(0)
  useEffect(() => {
    const open = commands?.filter(({ state }) => isCommandOpen(state)) ?? []
    if (!commands || open.length === 0) return
    const stop = new AbortController()
    const look = async () => {
      const start = cursor.current % open.length
      const turn = [...open.slice(start), ...open.slice(0, start)].slice(0, atOnce)
      cursor.current = start + turn.length
      const seen = await Promise.all(
        turn.map((command) =>
          commandsOf(command.minerId ?? '', stop.signal).then(
            (known) => known.find(({ id }) => id === command.id) ?? command,
            () => command,
          ),
        ),
      )
      if (stop.signal.aborted) return
      const byId = new Map(seen.map((command) => [command.id, command]))
      tell(commands.map((command) => byId.get(command.id) ?? command))
    }
    const timer = setTimeout(() => void look(), lookMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [commands])
}
