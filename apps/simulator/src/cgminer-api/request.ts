/** The largest request that a device reads; what comes after is lost. */
export const MAX_REQUEST_BYTES = 4095

/** A request of the cgminer API as far as it can be understood. */
export type CgminerRequest = {
  mode: 'json' | 'text'
  /** Null when the request is not valid JSON; empty when it names no command. */
  command: string | null
  parameter: string | null
  /** Extension of newer Antminers: answers of the web pages over this port. */
  newApi: boolean
}

/** Understands one `recv` of a client. Never throws. */
export function parseCgminerRequest(received: Buffer): CgminerRequest {
  const text = received.subarray(0, MAX_REQUEST_BYTES).toString('latin1').replace(/\0+$/, '').trim()
  if (!text.startsWith('{')) {
    const bar = text.indexOf('|')
    return {
      mode: 'text',
      command: bar < 0 ? text : text.slice(0, bar),
      parameter: bar < 0 ? null : text.slice(bar + 1),
      newApi: false,
    }
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { mode: 'json', command: null, parameter: null, newApi: false }
  }
  const fields = parsed as Record<string, unknown>
  const parameter = fields.parameter
  return {
    mode: 'json',
    command: typeof fields.command === 'string' ? fields.command : '',
    parameter:
      typeof parameter === 'string' || typeof parameter === 'number' || typeof parameter === 'boolean'
        ? String(parameter)
        : null,
    newApi: fields.new_api === true,
  }
}
