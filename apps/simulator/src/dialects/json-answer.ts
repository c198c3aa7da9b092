import type { HttpAnswer, HttpRequest } from './dialect.ts'

/** A document as the REST interfaces of firmware send it. */
export function json(status: number, document: unknown): HttpAnswer {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: document === undefined ? '' : JSON.stringify(document),
  }
}

/** A page of the web interface. */
export function page(title: string): HttpAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: `<!doctype html><html><head><title>${title}</title></head><body></body></html>\n`,
  }
}

/** The document in a request; undefined when it is not one. */
export function documentOf(request: HttpRequest): unknown {
  try {
    return JSON.parse(request.body)
  } catch {
    return undefined
  }
}

/** The fields of a document; empty when it is no object. */
export function fieldsOf(document: unknown): Readonly<Record<string, unknown>> {
  return typeof document === 'object' && document !== null && !Array.isArray(document)
    ? (document as Readonly<Record<string, unknown>>)
    : {}
}
