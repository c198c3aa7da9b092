import type { Health } from '@shipminer/contract/health'
import type { Engine } from '../../platform/db/store.ts'
import type { ProxyProbe } from '../../platform/http/proxy-probe.ts'
import type { JobReport } from '../../platform/jobs/job-runner.ts'
import type { SecretKeyState } from '../../platform/secret-key/secret-key-state.ts'

/** Why something could not be learned, in words. */
export type Unlearned = { error: string }

/** What is known of an installation at one moment. `null`: it does not apply, or there is nobody to ask. */
export type DoctorFacts = {
  nowMs: number
  production: boolean
  settings: {
    publicUrl: string
    /** Company settings that are still examples. */
    examples: readonly string[]
    metricsToken: boolean
    /** The key comes from a setting, not from a file of this machine. */
    sharedKey: boolean
    providerEmail: boolean
  }
  /** Whether a server answers on the socket of DATA_DIR. */
  serverRuns: boolean
  database:
    | {
        engine: Engine
        /** As PostgreSQL numbers itself: 150020 is 15.20. */
        version: number
        /** How many changes of the tables were applied; 0: there are no tables of this program. */
        applied: number
        pending: readonly string[]
        /** Migrations in the database that this version does not have. */
        unknown: readonly string[]
      }
    | Unlearned
  /** Paths in DATA_DIR that others than its user may open. */
  wideFiles: readonly string[]
  /** Paths in DATA_DIR that belong to another user than the one who is to use them. */
  foreignFiles: readonly string[]
  mail: {
    configured: boolean
    /** Null: the server took us. */
    refusal: string | null
    oldestQueuedSeconds: number | null
    failed: number
  } | null
  chains:
    | readonly Pick<
        NonNullable<Health['watchers']>[number],
        'chain' | 'source' | 'isFresh' | 'lagSeconds' | 'lastError'
      >[]
    | null
  /** How far this machine's clock is ahead of others', in ms; none: nobody could be asked. */
  clocks: readonly { of: string; aheadMs: number }[]
  /** Null: never, as far as the database knows. */
  lastBackupMs: number | null
  disk: { path: string; freeBytes: number; totalBytes: number } | Unlearned
  publicAddress: ProxyProbe | null
  jobs: readonly Pick<JobReport, 'name' | 'behindSeconds' | 'lastError'>[] | null
  secret: SecretKeyState | null
}
