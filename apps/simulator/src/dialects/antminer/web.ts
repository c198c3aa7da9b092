import type { Unit, UnitView } from '../../device/unit.ts'
import type { HttpAnswer, HttpRequest } from '../dialect.ts'
import { answer, page, requireLogin } from '../digest-pages.ts'
import { antminerTraits, readAntminer } from './reading.ts'
import {
  minerConf,
  minerType,
  networkInfo,
  systemInfo,
  webPools,
  webStats,
  webSummary,
} from './web-answers.ts'
import { reboot, writes } from './web-writes.ts'

const REALM = 'antMiner Configuration'

const pages: Readonly<Record<string, (view: UnitView, host: string) => unknown>> = {
  '/cgi-bin/get_system_info.cgi': systemInfo,
  '/cgi-bin/miner_type.cgi': minerType,
  '/cgi-bin/get_network_info.cgi': networkInfo,
  '/cgi-bin/get_miner_conf.cgi': minerConf,
  '/cgi-bin/summary.cgi': webSummary,
  '/cgi-bin/stats.cgi': webStats,
  '/cgi-bin/pools.cgi': webPools,
  '/cgi-bin/get_blink_status.cgi': (view) => ({ blink: view.settings.blink }),
}

/** The web pages of stock Antminers, everything behind digest authentication. */
export function createAntminerWeb(unit: Unit, host: string): (request: HttpRequest) => HttpAnswer {
  return requireLogin(unit, REALM, 'web', (request) => {
    const write = writes[request.path]
    if (write && request.method === 'POST') {
      return answer(200, 'application/json', `${JSON.stringify(write(unit, request))}\n`)
    }
    if (request.path === '/cgi-bin/reboot.cgi') {
      const takes = antminerTraits(unit.view()).powerPort === 'open' ? 'GET' : 'POST'
      return reboot(unit, request, takes) ?? answer(405, 'text/html', page('405 - Method Not Allowed'))
    }
    const make = pages[request.path]
    if (make) return answer(200, 'application/json', `${JSON.stringify(make(unit.view(), host))}\n`)
    if (request.path === '/' || request.path === '/index.html') {
      return answer(200, 'text/html', page('Antminer Configuration'))
    }
    return answer(404, 'text/html', page('404 - Not Found'))
  })
}

/**
 * The extra port of newer models: measured power as text, the last warning as JSON. It is served by the mining program
 * itself; where it asks for the password, its answers have two spaces in the status line, as seen on real units.
 */
export function createAntminerPowerPort(unit: Unit): (request: HttpRequest) => HttpAnswer {
  const inside = (request: HttpRequest) => powerAnswer(request.path, unit)
  if (antminerTraits(unit.view()).powerPort === 'open') return inside
  return requireLogin(unit, REALM, 'power', (request) => ({
    ...inside(request),
    statusLine: 'HTTP/1.0  200  OK',
  }))
}

function powerAnswer(path: string, unit: Unit): HttpAnswer {
  if (path.startsWith('/miner_power')) {
    return answer(200, 'text/plain', `miner power:${readAntminer(unit.view()).powerWatts}`)
  }
  if (path.startsWith('/warning')) return answer(200, 'text/plain', JSON.stringify({ error_message: 'None' }))
  return answer(200, 'text/plain', 'error 6060 cmd')
}
