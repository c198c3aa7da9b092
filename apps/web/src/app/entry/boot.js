// Brings a prerendered page to life after it has loaded, or at the first touch, key or focus. A classic script, so that the policy
// `script-src 'self'` holds without a nonce; the build puts the addresses of what to load into data-load, the entry first, and its
// style sheets into data-sheets.
;(() => {
  // As a worker, see `warmFormats`.
  if (!self.document) {
    Intl.NumberFormat()
    return close()
  }
  const { src } = document.currentScript
  const { load: scripts, sheets, early, first, token, atOnce } = document.currentScript.dataset
  const addresses = scripts.split(' ')
  // A step of the order that was reloaded: the first one, which was delivered, is not shown meanwhile.
  if (/[?&]step=(?!product)/.test(location.search)) document.documentElement.dataset.laterStep = ''
  // What the page will ask for first, asked for while its scripts come; `takeEarly` hands it over.
  const askEarly = () => {
    let bearer = null
    try {
      bearer = localStorage.getItem(token)
    } catch {
      // No storage: the page signs in anew.
    }
    if (!bearer) return
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `Bearer ${bearer}`,
    }
    window.shipminerEarly = new Map()
    for (const address of early.split(' ')) {
      const answer = fetch(address, { headers, credentials: 'same-origin' })
      answer.catch(() => undefined)
      window.shipminerEarly.set(address, { bearer, askedAt: Date.now(), answer })
    }
    // Draws what they say; without it the page does.
    import(first).catch(() => undefined)
  }
  const events = ['pointerdown', 'keydown', 'focusin']
  let started = false
  // A browser may remember for as long as the page lives that a script could not be fetched: none is run before all that it needs are in its
  // cache. They are tried again for as long as it takes; the rest follows from the entry.
  const fetchScript = async (address) => {
    // Each is asked for in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  let backAt = 0
  addEventListener('online', () => {
    backAt = performance.now()
  })
  const load = async (missing, tries) => {
    const askedAt = performance.now()
    const results = await Promise.allSettled(missing.map(fetchScript))
    const failed = missing.filter((_, at) => results[at].status === 'rejected')
    if (failed.length === 0) return import(addresses[0])
    const over = new AbortController()
    const again = () => {
      over.abort()
      clearTimeout(timer)
      load(failed, tries + 1)
    }
    // A connection that came back meanwhile: what failed was asked for on the old one.
    const timer = setTimeout(again, backAt > askedAt ? 0 : Math.min(30000, 500 * 2 ** tries))
    addEventListener('online', again, { signal: over.signal })
  }
  // Their rules are part of the page: they are switched off, and stand here so that the code of the page does not fetch them again.
  const addSheet = (address) => {
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.disabled = true
    sheet.href = address
    document.head.append(sheet)
  }
  // The first format of a process takes a tenth of a second on a phone, whatever it is for, while a browser looks which languages it knows. This
  // file does it once more, as a worker beside the page, while the scripts come.
  const warmFormats = () => {
    const policy = self.trustedTypes?.createPolicy('formats', { createScriptURL: () => src })
    new Worker(policy ? policy.createScriptURL(src) : src)
  }
  const start = () => {
    if (started) return
    started = true
    for (const event of events) removeEventListener(event, start, true)
    load(addresses, 1)
    for (const address of sheets.split(' ')) addSheet(address)
    setTimeout(warmFormats)
  }
  for (const event of events) addEventListener(event, start, { capture: true, passive: true })
  // A button that is pressed before the page lives is pressed again as soon as it does: on a weak line that takes a while.
  let pressed = null
  const press = ({ target }) => {
    pressed = target.closest('button:not([type=submit],[popovertarget])') || pressed
  }
  addEventListener('click', press, true)
  addEventListener(
    'shipminer:alive',
    () => {
      removeEventListener('click', press, true)
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
  if (early) askEarly()
  const idle = () => (window.requestIdleCallback || setTimeout)(start, { timeout: 2000 })
  if (atOnce !== undefined) start()
  else if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
})()
