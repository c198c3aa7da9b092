/** Publishes the box's figures on board again and again, and never throws. */
export type Publisher = { status(): PublisherStatus; stop(): Promise<void> }

export type PublisherStatus = {
  kind: 'signal-k' | 'mqtt'
  /** `publishing`: what is published arrives. `not-taken`: the line is up, and the other side drops it. */
  state: 'publishing' | 'waiting' | 'not-taken' | 'needs-approval'
}
