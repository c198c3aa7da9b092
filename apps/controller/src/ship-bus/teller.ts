/** Something that tells the ship of the box again and again, and never throws. */
export type Teller = { status(): TellerStatus; stop(): Promise<void> }

export type TellerStatus = {
  kind: 'signal-k' | 'mqtt'
  /** `telling`: what is told arrives. `not-taken`: the line is up, and the other side drops what it is told. */
  state: 'telling' | 'waiting' | 'not-taken' | 'needs-approval'
}
