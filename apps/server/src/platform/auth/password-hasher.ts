import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { limitConcurrency } from './limit-concurrency.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. `Algorithm.Argon2id` is the library's default. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const argon2id = 2
/** A hash of random bytes that no one has, made with the parameters above. */
const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$Sz1OT8R1Qu+FCaYiQGm/YA$/g+j4ejKZEXlwUqYnc5Iosd2Na7DoVJLAtq+qaESLZw'

export type PasswordHasher = {
  /** A PHC string. */
  hash(password: string): Promise<string>
  /** False also for a stored text that is not a hash. */
  verify(phc: string, password: string): Promise<boolean>
  /** Takes as long as a verification, so that the response time does not reveal an unknown e-mail address. */
  verifyNothing(password: string): Promise<void>
  /** Whether a stored hash has other parameters than new ones get. */
  isOutdated(phc: string): boolean
}

/** At most one hash per core at a time (each takes a core and 19 MiB); throws `OverloadedError` when too many calls wait. */
export function createPasswordHasher(cores = availableParallelism(), maxWaiting = 100): PasswordHasher {
  const limited = limitConcurrency(cores, maxWaiting)

  async function check(phc: string, password: string): Promise<boolean> {
    try {
      return await verify(phc, normalize(password))
    } catch {
      return false
    }
  }
  return {
    hash: (password) => limited(() => hash(normalize(password), parameters)),
    verify: (phc, password) => limited(() => check(phc, password)),
    async verifyNothing(password) {
      await limited(() => check(hashOfNobody, password))
    },
    isOutdated(phc) {
      try {
        const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(phc)
        return (
          Number(algorithm) !== argon2id ||
          memoryCost !== parameters.memoryCost ||
          timeCost !== parameters.timeCost ||
          parallelism !== parameters.parallelism
        )
      } catch {
        return true
      }
    },
  }
}

/** The same password typed on two systems may be composed differently (NIST SP 800-63B, 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
