import * as z from 'zod'
import { type HttpJson, SourceError } from './http-json.ts'

const AnswerSchema = z.object({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})
type Answer = z.infer<typeof AnswerSchema>

export type RpcCall = { method: string; params?: readonly unknown[] }
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; code: number; message: string }

export type JsonRpc = {
  /** Throws `SourceError` with `rpcCode` when the server answers with an error. */
  call<T>(schema: z.ZodType<T>, method: string, params?: readonly unknown[]): Promise<T>
  /** Many calls in as few requests as the server allows; outcomes in the order of the calls. */
  batch(calls: readonly RpcCall[]): Promise<RpcOutcome[]>
}

/** Bitcoin Core sends errors with these statuses and the reason in the body. */
const refusals = [400, 404, 500]

/** JSON-RPC 2.0 over HTTP, as Bitcoin Core and Ethereum nodes speak it. Every answer is matched to its request by id. */
export function createJsonRpc(http: HttpJson, options: { batchSize?: number } = {}): JsonRpc {
  const batchSize = options.batchSize ?? 50
  let lastId = 0
  const writeRequest = ({ method, params = [] }: RpcCall) => ({
    jsonrpc: '2.0',
    id: ++lastId,
    method,
    params,
  })

  async function ask(call: RpcCall): Promise<RpcOutcome> {
    const question = writeRequest(call)
    const { status, body } = await http.request('', { body: question, allowStatus: refusals })
    const answer = parseAnswer(body, status)
    if (answer.id !== question.id) throw new SourceError('answered another question')
    return outcomeOf(answer)
  }

  async function askTogether(calls: readonly RpcCall[]): Promise<RpcOutcome[]> {
    if (calls.length === 1) return [await ask(calls[0] as RpcCall)]
    const questions = calls.map(writeRequest)
    const { status, body } = await http.request('', { body: questions, allowStatus: refusals })
    if (!Array.isArray(body)) throw new SourceError(`no batch of answers (status ${status})`, { status })
    const answers = new Map(body.map((part) => parseAnswer(part, status)).map((part) => [part.id, part]))
    return questions.map(({ id }) => {
      const answer = answers.get(id)
      if (!answer) throw new SourceError('left a question without answer')
      return outcomeOf(answer)
    })
  }

  return {
    async call(schema, method, params = []) {
      const outcome = await ask({ method, params })
      if (!outcome.ok)
        throw new SourceError(`${method}: ${outcome.message.slice(0, 200)}`, { rpcCode: outcome.code })
      const parsed = schema.safeParse(outcome.result)
      if (!parsed.success) throw new SourceError(`${method} answered in no known form`)
      return parsed.data
    },
    async batch(calls) {
      const outcomes: RpcOutcome[] = []
      for (let start = 0; start < calls.length; start += batchSize)
        outcomes.push(...(await askTogether(calls.slice(start, start + batchSize))))
      return outcomes
    },
  }
}

function parseAnswer(body: unknown, status: number): Answer {
  const parsed = AnswerSchema.safeParse(body)
  if (!parsed.success) throw new SourceError(`no JSON-RPC answer (status ${status})`, { status })
  return parsed.data
}

function outcomeOf({ error, result }: Answer): RpcOutcome {
  return error
    ? { ok: false, code: error.code, message: error.message }
    : { ok: true, result: result ?? null }
}
