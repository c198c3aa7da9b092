import { join } from 'node:path'
import { build } from 'vite'
import { releaseEntry } from '../../packages/contract/src/releases.ts'
import type { ArchiveFile } from '../../packages/domain/src/releases/archive.ts'
import { REPO_ROOT } from './repo.ts'

/** Oldest Node that the bundle is made for. */
export const releaseMinimumNode = '24.0.0'

/** The controller with all its imports as one program, and the version it reports. Throws the bundler's errors. */
export async function bundleController(version: string): Promise<ArchiveFile[]> {
  const result = await build({
    configFile: false,
    root: REPO_ROOT,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: join(REPO_ROOT, 'apps/controller/src/main.ts'),
      write: false,
      target: 'node24',
      // Its lines are in the traces of errors that ships send.
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'controller.mjs' } },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [program, ...more] = outputs
  if (program?.type !== 'chunk' || more.length > 0) throw new Error('the controller did not become one file')
  const text = new TextEncoder()
  return [
    { path: releaseEntry, content: text.encode(program.code) },
    {
      path: 'package.json',
      content: text.encode(
        `${JSON.stringify({ name: 'shipminer-controller', version, type: 'module' }, null, 2)}\n`,
      ),
    },
  ]
}
