import { gzipSync } from 'node:zlib'
import type { Unit } from '../../device/unit.ts'
import type { Dialect, HttpAnswer, HttpRequest } from '../dialect.ts'
import { asicInfo, axeosTraits, systemInfo } from './system-info.ts'
import { axeosWrite } from './writes.ts'

const startPages = {
  bitaxe: startPage('AxeOS'),
  nerdqaxe: startPage('Nerd*axe Dashboard'),
}

/** Devices of this family store their pages compressed and send them that way, whatever the client accepts. */
function startPage(title: string): Buffer {
  return gzipSync(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><base href="/"></head><body><app-root></app-root></body></html>\n`,
  )
}

const PRIVATE_HOST = /^(localhost$|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

function json(status: number, document: unknown): HttpAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': 'Content-Type',
    },
    body: JSON.stringify(document),
  }
}

/** Firmware of the Bitaxe family and of its NerdQAxe relatives: open JSON over HTTP on a private network. */
export function createAxeosWeb(unit: Unit, host: string): (request: HttpRequest) => HttpAnswer {
  const { family } = axeosTraits(unit.view())
  return (request) => {
    if (!isPrivateRequest(request))
      return { status: 401, headers: { 'Content-Type': 'text/html' }, body: 'Unauthorized' }
    if (request.method === 'OPTIONS') return json(200, {})
    if (request.method === 'GET') {
      if (request.path === '/api/system/info') return json(200, systemInfo(unit.view(), host))
      if (request.path === '/api/system/asic') return json(200, asicInfo(unit.view()))
      if (request.path === '/' || request.path === '/index.html') {
        return {
          status: 200,
          headers: {
            'Content-Type': 'text/html',
            'Content-Encoding': 'gzip',
            'Cache-Control': 'max-age=2592000',
          },
          body: startPages[family],
        }
      }
    }
    const written = axeosWrite(unit, request)
    if (written !== null) return written
    if (request.path.startsWith('/api/')) return json(404, { error: 'unknown route' })
    // The captive portal of these devices sends every unknown page to the start page.
    return { status: 302, headers: { Location: '/' }, body: 'Redirect to the captive portal' }
  }
}

function isPrivateRequest(request: HttpRequest): boolean {
  const origin = request.headers.origin
  if (origin === undefined || !URL.canParse(origin)) return true
  return PRIVATE_HOST.test(new URL(origin).hostname)
}

/** Bitaxe and NerdQAxe devices. Short of sockets, so each answer closes its connection. */
export const axeos: Dialect = (unit, host) => [
  { role: 'web', standardPort: 80, protocol: 'http', small: true, answer: createAxeosWeb(unit, host) },
]
