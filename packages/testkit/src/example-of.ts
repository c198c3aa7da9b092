export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
  default?: unknown
}

/** Values by the name of their field, where a name says more than its schema does. */
export type Named = Readonly<Record<string, unknown>>

/** Texts for the patterns of the contract; the first that fits is used. */
const texts = [
  '1',
  'SM-A',
  'abc',
  '2026-01',
  '12:30',
  'NL',
  '123456',
  `${'A'.repeat(43)}=`,
  'a'.repeat(64),
  '1.0.0',
  'AAAA',
  'as agreed by telephone',
  `${'A'.repeat(86)}==`,
  'stratum+tcp://pool.example:3333',
  '0x52908400098527886E0F7030069857D2E4169EE7',
]

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value that was chosen by its name can be of the schema at all. */
function fits(schema: JsonSchema, value: unknown): boolean {
  if (Array.isArray(schema.type)) return schema.type.some((type) => fits({ ...schema, type }, value))
  if (schema.enum) return schema.enum.includes(value)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.some((variant) => fits(variant, value))
  if (schema.type === 'integer' || schema.type === 'number') return typeof value === 'number'
  if (schema.type === 'null') return value === null
  if (schema.type === 'boolean') return typeof value === 'boolean'
  if (schema.type === 'array') return Array.isArray(value)
  if (schema.type === 'object')
    return isRecord(value) && Object.keys(value).every((key) => key in (schema.properties ?? {}))
  if (typeof value !== 'string') return schema.type === undefined
  if (value.length < (schema.minLength ?? 0)) return false
  if (schema.format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
}

/** A value that a JSON schema accepts, as far as schema and names show it. To add what neither shows: a text above, or a name of the caller's. */
export function exampleOf(schema: JsonSchema, named: Named, name = '', parent = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.type))
    return exampleOf({ ...schema, type: schema.type[0] ?? 'null' }, named, name, parent)
  const known = [`${parent}.${name}`, name].map((key) => named[key]).find((value) => value !== undefined)
  if (known !== undefined && fits(schema, known)) return known
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const variants = schema.anyOf ?? schema.oneOf ?? []
  const [first] = variants
  if (first) return exampleOf(variants.find(({ type }) => type !== 'null') ?? first, named, name, parent)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, exampleOf(inner, named, key, name)]),
    )
  if (typeof schema.additionalProperties === 'object')
    return {
      [String(exampleOf(schema.propertyNames ?? {}, named))]: exampleOf(schema.additionalProperties, named),
    }
  if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, named, name, parent))
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, named, name, parent)] : []
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, -1e6)
  if (schema.type === 'boolean') return true
  if (schema.format === 'uuid') return crypto.randomUUID()
  if (schema.format === 'date') return '2026-01-01'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  if (schema.format === 'email') return 'anna@example.com'
  if (schema.pattern) return texts.find((text) => fits(schema, text)) ?? 'x'
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}
