import type { Unit } from '../device/unit.ts'
import type { EndpointRole } from '../faults/fault.ts'

/*
 * To add a dialect: a folder beside this file that exports one `Dialect`, its name in the traits of `models/model.ts`,
 * and its line in `dialects/registry.ts`. A dialect only translates: it reads a unit's view and writes the bytes that
 * a device of that make would send.
 */

/** An HTTP request as a dialect gets it. */
export type HttpRequest = {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
  /** The body as it came, for files. */
  bytes: Buffer
  remoteAddress: string
}

/** An HTTP answer as a dialect gives it; the endpoint adds the length. */
export type HttpAnswer = {
  status: number
  /** In place of the usual first line, for servers that write an odd one; the connection then closes. */
  statusLine?: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
}

/** One way into a device. */
export type EndpointSpec =
  | { role: EndpointRole; standardPort: number; protocol: 'line'; answer(request: Buffer): Buffer }
  /** Texts with their length before them, many a connection. */
  | { role: EndpointRole; standardPort: number; protocol: 'frame'; answer(request: string): string }
  | {
      role: EndpointRole
      standardPort: number
      protocol: 'http'
      /** Servers of small devices close after each answer and do not know the date. */
      small: boolean
      answer(request: HttpRequest): HttpAnswer
    }

/** Makes the interfaces of one unit. `host` is the address that the unit believes to have. */
export type Dialect = (unit: Unit, host: string) => readonly EndpointSpec[]
