import { useEventAnnouncer } from './use-event-announcer.ts'

/** Tells what happens to the fleet through the polite region of the page. Renders nothing; its code may come after the values. */
export function EventAnnouncer() {
  useEventAnnouncer()
  return null
}
