/** The most that one message of a socket may hold, unpacked: a controller's batch. */
export const socketPayloadBytes = 4 * 1024 * 1024
/** The same for a page, which only signs in and subscribes, or has not yet proved to be a controller. */
export const smallPayloadBytes = 8 * 1024

type Limited = { _maxPayload?: unknown }
type Inner = { _receiver?: Limited & { _extensions?: Record<string, Limited> } }

/**
 * Sets how much one message of this socket may hold from now on, before and after unpacking; a larger one closes it with 1009 before it is
 * read to its end. The library has one limit for all sockets of a server; this sets its fields of one socket, and throws if they have gone.
 */
export function limitFrames(socket: object, bytes: number): void {
  const receiver = (socket as Inner)._receiver
  if (!receiver) throw new Error('a socket has no receiver whose messages could be limited')
  for (const limited of [receiver, ...Object.values(receiver._extensions ?? {})]) {
    if (typeof limited._maxPayload !== 'number') throw new Error('a socket has no limit that could be set')
    limited._maxPayload = bytes
  }
}
