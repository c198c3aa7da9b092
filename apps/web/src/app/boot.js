// Brings a prerendered page to life after it has loaded, or at the first touch, key or focus. A classic script, so that the policy
// `script-src 'self'` holds without a nonce; the build puts the addresses of what to load into data-load, the entry first.
;(() => {
  // Style of what lies below the first view, fetched without holding that up: once all of it is here (or will not come) it applies, and
  // the frame after next shows the parts, whose shape is then final.
  const later = [...document.querySelectorAll('link[media="not all"]')]
  const fetched = later.map(
    (sheet) => sheet.sheet || new Promise((done) => (sheet.onload = sheet.onerror = done)),
  )
  Promise.all(fetched).then(() => {
    for (const sheet of later) sheet.media = 'all'
    requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.styled = '')))
  })
  const addresses = document.currentScript.dataset.load.split(' ')
  const events = ['pointerdown', 'keydown', 'focusin']
  let started = false
  const start = () => {
    if (started) return
    started = true
    for (const event of events) removeEventListener(event, start, true)
    for (const address of addresses) import(address)
    // Only the rules of the first view are part of the page; with scripts more can show.
    for (const sheet of document.querySelectorAll('link[disabled]')) sheet.disabled = false
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
  const idle = () => (window.requestIdleCallback || setTimeout)(start, { timeout: 2000 })
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
})()
