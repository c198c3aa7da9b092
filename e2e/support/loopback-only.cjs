/** Loaded before a program that binds every interface: its TCP servers stay on loopback, and it ends with the process that started it. */
const { Server } = require('node:net')

const host = '127.0.0.1'
const { listen } = Server.prototype

Server.prototype.listen = function listenOnLoopback(first, ...rest) {
  if (typeof first === 'object' && first !== null && 'port' in first)
    return listen.call(this, { ...first, host }, ...rest)
  const isPort = typeof first === 'number' || /^\d+$/.test(first)
  if (!isPort) return listen.call(this, first, ...rest)
  const listening = rest.find((one) => typeof one === 'function')
  return listen.call(this, { port: Number(first), host }, listening)
}

process.stdin.resume().on('end', () => process.exit(0))
