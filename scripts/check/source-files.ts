import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the tree: path from the root of the checkout with forward slashes, and its text. */
export type SourceFile = { readonly path: string; readonly text: string }

const SKIPPED = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  'data',
  'test-results',
  'coverage',
  'data-demo',
])

/** Files under `root` whose path is accepted, in the order of their paths. Made and foreign folders are left out. */
export function listSourceFiles(root: string, accepts: (path: string) => boolean): SourceFile[] {
  return listPaths(root)
    .filter(accepts)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Paths of all files under `root`, in order, without those of made and foreign folders. */
export function listPaths(root: string): string[] {
  const paths: string[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) visit(path)
      } else if (entry.isFile()) {
        paths.push(path)
      }
    }
  }
  visit('')
  return paths.sort((a, b) => (a < b ? -1 : 1))
}

/** TypeScript that the import rules look at. */
export function isTypeScript(path: string): boolean {
  return /\.(ts|tsx|mts)$/.test(path) && !path.endsWith('.d.ts')
}

/** Tests and what only tests use. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /(^|\/)test\//.test(path) || /^(e2e|bench)\//.test(path)
}
