import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of the engine's file layer that are replaced. Internal to PGlite, hence the exact version pin and the check at start. */
type FileLayer = { NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number | null }) => number } } }
type InitOptions = Parameters<NodeFS['init']>[1]

/**
 * PGlite's folder file system with a real fsync; its own does not flush, and a power cut then destroys the store. `syncs.count` rises with
 * every flush that reached the disk.
 */
export class DurableNodeFS extends NodeFS {
  readonly syncs = { count: 0 }

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const result = await super.init(pg, options)
    const syncs = this.syncs
    const useRealFsync = (module: unknown) => {
      ;(module as FileLayer).NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== null && stream.nfd !== undefined) {
          fsyncSync(stream.nfd)
          syncs.count += 1
        }
        return 0
      }
    }
    const emscriptenOpts = result.emscriptenOpts as { preRun?: unknown[] }
    emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), useRealFsync]
    return result
  }
}
