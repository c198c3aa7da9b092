/** Loaded before a program by NODE_OPTIONS: from CLOCK_FROM on, ms since 1970, it lives CLOCK_PACE times as fast, its timers too. */
const pace = Number(process.env.CLOCK_PACE)
const from = Number(process.env.CLOCK_FROM)
const now = Date.now
const monotonic = performance.now.bind(performance)

Date.now = () => Math.floor(from + (now() - from) * pace)
globalThis.Date = new Proxy(Date, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, made),
  apply: () => new Date().toString(),
})
performance.now = () => monotonic() * pace
for (const name of ['setTimeout', 'setInterval']) {
  const start = globalThis[name]
  globalThis[name] = (run, delayMs = 0, ...args) => start(run, delayMs / pace, ...args)
}
