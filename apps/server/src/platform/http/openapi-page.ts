import { createHash } from 'node:crypto'
import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { errorCatalogue } from '@shipminer/contract/errors'
import { escapeMarkup } from '@shipminer/domain/xml-text'
import * as z from 'zod'

const style = `:root{color-scheme:dark}body{margin:0 auto;max-width:60rem;padding:1.5rem;background:#050b10;color:#eef4f4;font:1rem/1.55 system-ui,sans-serif}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid #263d4a;text-transform:capitalize}a{color:#6ba8ff}
details{border:1px solid #263d4a;margin:.5rem 0;background:#0b1720}summary{padding:.75rem 1rem;cursor:pointer;overflow-wrap:anywhere}
summary b{display:inline-block;min-width:4.5rem;color:#5fe3b2}summary span{display:block;color:#b3c5cd}
div{padding:0 1rem 1rem}pre{overflow:auto;background:#12222d;padding:.75rem;font-size:.85rem}code{color:#ffdd8a}`

/** Hash of the page's only style, for its content security policy. */
export const openApiPageStyleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const authWords: Record<AnyEndpoint['auth'], string> = {
  none: 'No login.',
  optional: 'Works without a login; tells more with one.',
  user: 'Access token of a session as bearer.',
  operator: 'Access token of an operator as bearer, with a second factor proven in this session.',
  'refresh-token': 'Refresh token as bearer.',
  'registration-ticket': 'Registration ticket as bearer.',
}

/** The same table as a page for people: no script, nothing loaded from elsewhere. */
export function openApiPage(endpoints: Record<string, AnyEndpoint>, title: string): string {
  const groups = Map.groupBy(Object.values(endpoints), (endpoint) => endpoint.path.split('/')[1] ?? '')
  const sections = [...groups].map(
    ([group, list]) =>
      `<h2 id="${escapeMarkup(group)}">${escapeMarkup(group)}</h2>${list.map(entry).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeMarkup(title)} API</title><style>${style}</style></head><body><main><h1>${escapeMarkup(title)} API</h1><p>Base path <code>/api</code>. Success answers <code>{"success": true, "data": …}</code>, failure <code>{"success": false, "error": …, "message": …, "code": …}</code>. Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

function entry(endpoint: AnyEndpoint): string {
  const errors = endpoint.errors
    .map(
      (code) =>
        `<li><code>${errorCatalogue[code].status} ${code}</code> ${escapeMarkup(errorCatalogue[code].message)}</li>`,
    )
    .join('')
  const parts = [
    `<p>${authWords[endpoint.auth]}${roleWords(endpoint)}</p>`,
    shape('Path', endpoint.params, 'input'),
    shape('Query', endpoint.query, 'input'),
    shape('Body', endpoint.body, 'input'),
    shape('Data of the answer', endpoint.data, 'output'),
    errors && `<h3>Errors</h3><ul>${errors}</ul>`,
  ]
  return `<details><summary><b>${endpoint.method}</b> ${escapeMarkup(endpoint.path)}<span>${escapeMarkup(endpoint.summary)}</span></summary><div>${parts.filter(Boolean).join('')}</div></details>`
}

function roleWords({ roles, actionRoles = {} }: AnyEndpoint): string {
  const byAction = Object.entries(actionRoles).map(
    ([action, list]) => ` <code>${action}</code>: ${list.join(', ')}.`,
  )
  return roles ? ` Roles: ${roles.join(', ')}.${byAction.join('')}` : ''
}

function shape(name: string, schema: z.core.$ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<h3>${name}</h3><pre>${escapeMarkup(JSON.stringify(json, null, 2))}</pre>`
}
