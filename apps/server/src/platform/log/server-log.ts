import pino from 'pino'
import { withSourceLines } from '../source-lines.ts'
import { withoutPersons } from './without-persons.ts'

/** The log: what happened and to which ids, without what lets somebody in and without anything of a person. */
export function createLog(level: string, stream?: pino.DestinationStream): pino.Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => serializeError(error) },
    redact: [
      'req.headers.authorization',
      'req.headers.cookie',
      'headers.authorization',
      'headers.cookie',
      '*.token',
      '*.refreshToken',
      '*.signature',
      '*.password',
    ],
    // Words of others (mail servers, nodes, the database) are logged as the reason of a failure, and may name whom it was about.
    hooks: { streamWrite: withoutPersons },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** What an error of the database says of where it happened; its other fields hold rows, statements and their values. */
const namedFields = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'errno',
  'syscall',
  'statusCode',
]
/** Of these errors the message itself holds a value: `invalid input syntax for type json: …`. */
const classOfValues = /^22/

type Logged = {
  type: string
  message: string
  stack: string | undefined
  cause?: Logged
  errors?: Logged[]
} & Record<string, unknown>

function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error
  const code = (error as { code?: unknown }).code
  const hidesMessage = typeof code === 'string' && classOfValues.test(code)
  const message = hidesMessage
    ? `${error.message.split(/[:"]/)[0]?.trim()} (the value is left out)`
    : error.message
  const stack =
    error.stack === undefined ? undefined : withSourceLines(error.stack.replace(error.message, message))
  const logged: Logged = { type: error.constructor.name, message, stack }
  for (const name of namedFields) {
    const value = (error as unknown as Record<string, unknown>)[name]
    if (value !== undefined) logged[name] = value
  }
  if (depth < 3 && error.cause instanceof Error)
    logged.cause = serializeError(error.cause, depth + 1) as Logged
  if (depth < 3 && error instanceof AggregateError)
    logged.errors = error.errors.slice(0, 5).map((one) => serializeError(one, depth + 1) as Logged)
  return logged
}
