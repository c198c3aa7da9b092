import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceClientConstructor,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const definition = loadPackageDefinition(
  loadSync(fileURLToPath(new URL('./braiins-api.proto', import.meta.url)), {
    keepCase: true,
    longs: Number,
    oneofs: true,
  }),
) as unknown as { braiins: { bos: { v1: Record<string, ServiceClientConstructor> } } }
const { AuthenticationService, UpgradeService } = definition.braiins.bos.v1

type Login = { username: string; password: string }
type Part = { payload: 'metadata' | 'data'; metadata?: { size: number; hash: string }; data?: Buffer }

/** What a server makes of an upgrade: a file that is whole, or `null` where size and digest are not those of the metadata. */
export type TakesFile = (file: Buffer | null) => boolean

/** The public API of a miner with Braiins OS, spoken by an implementation of gRPC that is not ours. */
export async function startBraiinsApi(options: {
  host: string
  port: number
  credentials: Login
  takes: TakesFile
  /** As releases before the call was there. */
  hasUpgrade?: boolean
}): Promise<{ port: number; close(): void }> {
  const { credentials, takes, hasUpgrade = true } = options
  const token = 'made-token'
  const server = new Server()
  server.addService((AuthenticationService as ServiceClientConstructor).service, {
    Login({ request }: ServerUnaryCall<Login, unknown>, answer: sendUnaryData<{ token: string }>) {
      const isRight = request.username === credentials.username && request.password === credentials.password
      if (isRight) answer(null, { token })
      else answer({ code: status.UNAUTHENTICATED })
    },
  })
  if (hasUpgrade)
    server.addService((UpgradeService as ServiceClientConstructor).service, {
      SystemUpgrade(
        call: ServerReadableStream<Part, unknown>,
        answer: sendUnaryData<{ successful: boolean }>,
      ) {
        if (call.metadata.get('authorization')[0] !== token) return answer({ code: status.UNAUTHENTICATED })
        const parts: Part[] = []
        call.on('data', (part: Part) => parts.push(part))
        call.on('end', () => answer(null, { successful: takes(fileIn(parts)) }))
      },
    })
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${options.host}:${options.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  )
  return { port, close: () => server.forceShutdown() }
}

function fileIn([first, ...rest]: readonly Part[]): Buffer | null {
  const file = Buffer.concat(rest.map(({ data }) => data ?? Buffer.alloc(0)))
  const { size, hash } = first?.metadata ?? {}
  const isWhole = size === file.length && hash === createHash('sha256').update(file).digest('hex')
  return isWhole && rest.every(({ payload }) => payload === 'data') ? file : null
}
