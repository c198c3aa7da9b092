import type { Row } from '../cgminer/values.ts'
import type { V3Reply } from '../whatsminer/v3-reply.ts'

/** What a port that speaks the cgminer API said of itself. */
export type CgminerEvidence = {
  port: number
  /** First row of VERSION, or the object that Whatsminer puts into `Msg`; empty when the device refused to say. */
  version: Row
  devdetails: Row[]
  /** Description of the STATUS, such as `cgminer 4.11.1` or `whatsminer v1.1`. */
  description: string | null
  /** A front-end answers for a mining process that is not up yet. */
  starting: boolean
}

/** What a web port answered to `GET /`. */
export type HttpEvidence = {
  port: number
  status: number
  /** Realm of the `WWW-Authenticate` header. */
  realm: string | null
  location: string | null
  server: string | null
  /** Beginning of the page, unpacked. */
  body: string
}

/** The answers a device is recognised by. Null where nothing answered in that protocol. */
export type Evidence = {
  cgminer: CgminerEvidence | null
  http: HttpEvidence | null
  /** What a port answered to `get.device.info` of Whatsminer's third API. */
  whatsminer?: { port: number; info: V3Reply } | null
}
