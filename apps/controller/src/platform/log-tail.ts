import type { Logger } from './logger.ts'

export type LogLine = { at: number; level: 'info' | 'warn' | 'error'; message: string; fields: object }

const mostLines = 200

/** A logger that also keeps its last lines in memory, for anyone who asks how the box is. What is logged for finding faults only is not kept. */
export function keepLogTail(log: Logger, now: () => number): { log: Logger; lines(): readonly LogLine[] } {
  const lines: LogLine[] = []
  const keeping =
    (level: LogLine['level']): Logger['info'] =>
    (fields, message) => {
      log[level](fields, message)
      lines.push({ at: now(), level, message, fields })
      if (lines.length > mostLines) lines.shift()
    }
  return {
    log: {
      debug: (fields, message) => log.debug(fields, message),
      info: keeping('info'),
      warn: keeping('warn'),
      error: keeping('error'),
    },
    lines: () => lines,
  }
}
