// Shows the offline page when a page cannot be fetched, and keeps assets, whose names change with their content. Nothing else is kept:
// pages and values always come from the server. The build puts a version in, so that a new offline page replaces the old one.
const offline = 'offline-__VERSION__'
const assets = 'assets-1'
const mostAssets = 200

self.addEventListener('install', (event) => {
  const keep = caches.open(offline).then((cache) => cache.add(new Request('/offline', { cache: 'reload' })))
  const script = caches.open(assets).then((cache) => cache.add('/assets/come-back-1.js'))
  event.waitUntil(Promise.all([keep, script]).then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  const clean = caches
    .keys()
    .then((names) =>
      Promise.all(
        names.filter((name) => name !== offline && name !== assets).map((name) => caches.delete(name)),
      ),
    )
  event.waitUntil(clean.then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // The page varies by cookie and language; the one that was put by serves all.
    event.respondWith(fetch(request).catch(() => caches.match('/offline', { ignoreVary: true })))
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(asset(request))
  }
})

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

// Messages about alerts come from the product's own server, sealed for this browser; what cannot be read still says that there is something.
async function tell(data) {
  let message = {}
  try {
    message = data.json()
  } catch {
    // Then only the heading.
  }
  const { title = self.location.host, body = '', url = '/dashboard' } = message
  await self.registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    tag: 'alerts',
    renotify: true,
    data: url,
  })
}

async function show(address) {
  const url = new URL(address, self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const [first] = windows
  if (!first) return self.clients.openWindow(url.href)
  await first.focus()
  await first.navigate(url.href).catch(() => undefined)
}

async function asset(request) {
  const cache = await caches.open(assets)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.status === 200 && answer.type === 'basic') {
    await cache.put(request, answer.clone())
    const kept = await cache.keys()
    await Promise.all(kept.slice(0, Math.max(0, kept.length - mostAssets)).map((old) => cache.delete(old)))
  }
  return answer
}
