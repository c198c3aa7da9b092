import { useEventAnnouncer } from './use-event-announcer.ts'

/** Announces what happens to the fleet through the polite region of the page. Renders nothing; its code may load after the values. */
export function EventAnnouncer() {
  useEventAnnouncer()
  return null
}
