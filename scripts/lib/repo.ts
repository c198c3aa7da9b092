import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout, absolute. */
export const REPO_ROOT: string = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Whether the module with this `import.meta.url` is the program that was started. */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(moduleUrl)
}
