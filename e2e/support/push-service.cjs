/** Loaded before a server: what goes to a browser's push service, which must be one of four names, arrives at a server of the journey. */
const { fetch } = globalThis
const service = process.env.JOURNEY_PUSH_SERVICE

globalThis.fetch = function fetchFromJourney(input, init) {
  const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url)
  return url.hostname === 'fcm.googleapis.com' ? fetch(`${service}${url.pathname}`, init) : fetch(input, init)
}
