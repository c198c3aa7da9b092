import type { UpdateState } from '@shipminer/contract/releases'
import type { ReleaseLine } from './releases.deps.ts'

/** What releases provide to the uplink; wired by `app.ts`. */
export type ReleasePort = {
  /** A controller has connected: its version is recorded, and what is offered to it is sent. Call the result when the line ends. */
  lineUp(line: ReleaseLine): Promise<() => void>
  /** A controller reported what became of an offer. */
  recordUpdateState(controllerId: string, message: UpdateState): Promise<void>
}

/** What the operator's shell does with releases. */
export { openShellReleases, type Releases } from './create-releases.ts'
