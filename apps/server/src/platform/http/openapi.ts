import type { AnyEndpoint } from '@shipminer/contract/endpoint'
import { errorCatalogue, FailureSchema } from '@shipminer/contract/errors'
import * as z from 'zod'

type JsonSchema = Record<string, unknown>

const security: Record<Exclude<AnyEndpoint['auth'], 'operator'>, object[] | undefined> = {
  none: undefined,
  optional: [{}, { accessToken: [] }],
  user: [{ accessToken: [] }],
  'refresh-token': [{ refreshToken: [] }],
  'registration-ticket': [{ registrationTicket: [] }],
}

/** OpenAPI 3.1 document of the contract's endpoint table. Nothing in it is duplicated: shapes, errors and limits come from the table. */
export function openApiDocument(
  endpoints: Record<string, AnyEndpoint>,
  info: { title: string; version: string; serverUrl: string },
): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${info.title} API`, version: info.version },
    servers: [{ url: `${info.serverUrl}/api` }],
    paths,
    components: {
      schemas: { Failure: jsonSchema(FailureSchema, 'output') },
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Access token of a session, 10 minutes. With a role: the session of an operator who has it, with a second factor proven in it.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Key of an owner, made on the profile page. `read` reads, `control` acts on miners and alerts too. A key ends on the day that its owner chose; from then on every call answers 401 with `api-key-ended`. What it did stands in the history under its name.',
        },
        refreshToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Refresh token of a session; each works once.',
        },
        registrationTicket: {
          type: 'http',
          scheme: 'bearer',
          description: 'Ticket from wallet login of an unknown wallet.',
        },
      },
    },
  }
}

function operation(name: string, endpoint: AnyEndpoint): JsonSchema {
  const ofKeys = endpoint.keyScope ? (['api-key-ended', 'api-key-scope'] as const) : []
  const byStatus = Map.groupBy([...endpoint.errors, ...ofKeys], (code) => errorCatalogue[code].status)
  const failures = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.auth === 'operator'
      ? operatorSecurity(endpoint)
      : security[endpoint.auth] && {
          security: [
            ...(security[endpoint.auth] ?? []),
            ...(endpoint.keyScope ? [{ apiKey: [endpoint.keyScope] }] : []),
          ],
        }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...headers(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['success', 'data'],
              properties: { success: { const: true }, data: jsonSchema(endpoint.data, 'output') },
            },
          },
        },
      },
      ...Object.fromEntries(failures),
    },
  }
}

/** Any one of the roles will do. */
function operatorSecurity({ roles = [], actionRoles = {} }: AnyEndpoint): JsonSchema {
  const byAction = Object.entries(actionRoles).map(([action, list]) => `- \`${action}\`: ${list.join(', ')}`)
  return {
    security: roles.map((role) => ({ accessToken: [role] })),
    ...(byAction.length === 0 ? {} : { description: ['Roles by action:', ...byAction].join('\n') }),
  }
}

function parameters(where: 'path' | 'query', schema: AnyEndpoint['params']): JsonSchema[] {
  if (!schema) return []
  const object = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (object.required?.includes(name) ?? false),
    schema: property,
  }))
}

function headers(endpoint: AnyEndpoint): JsonSchema[] {
  const text = (maxLength: number) => ({ type: 'string', maxLength })
  return [
    ...(endpoint.idempotent
      ? [{ name: 'idempotency-key', in: 'header', required: true, schema: text(255) }]
      : []),
    ...(endpoint.orderKey ? [{ name: 'x-order-key', in: 'header', required: false, schema: text(100) }] : []),
  ]
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
