import { parseSync } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** What an import points at. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'missing'; readonly specifier: string }

export type Import = {
  readonly from: string
  readonly line: number
  readonly to: Target
  /** Gone when the types are stripped. */
  readonly isTypeOnly: boolean
}

/** Every import, re-export and `import('…')` of the files, resolved inside the tree. */
export function listImports(files: readonly SourceFile[], known: ReadonlySet<string>): Import[] {
  return files.flatMap((file) =>
    listSpecifiers(file).map(({ specifier, start, isTypeOnly }) => ({
      from: file.path,
      line: file.text.slice(0, start).split('\n').length,
      to: resolveSpecifier(file.path, specifier, known),
      isTypeOnly,
    })),
  )
}

type Specifier = { specifier: string; start: number; isTypeOnly: boolean }

function listSpecifiers(file: SourceFile): Specifier[] {
  const { module } = parseSync(file.path, file.text)
  const found: Specifier[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    start: moduleRequest.start,
    isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (!moduleRequest) continue
      found.push({ specifier: moduleRequest.value, start: moduleRequest.start, isTypeOnly: isType })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[2]) found.push({ specifier: literal[2], start: moduleRequest.start, isTypeOnly: false })
  }
  return found
}

function resolveSpecifier(from: string, specifier: string, known: ReadonlySet<string>): Target {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('node:')) return { kind: 'builtin', name: bare }
  if (bare.startsWith('virtual:')) return { kind: 'package', name: bare }
  const workspace = /^@shipminer\/([^/]+)(?:\/(.+))?$/.exec(bare)
  const candidates = workspace
    ? workspaceCandidates(workspace[1] ?? '', workspace[2] ?? '')
    : bare.startsWith('.')
      ? [joinPath(from, bare)]
      : null
  if (candidates === null) {
    return {
      kind: 'package',
      name: bare
        .split('/')
        .slice(0, bare.startsWith('@') ? 2 : 1)
        .join('/'),
    }
  }
  const path = candidates.find((candidate) => known.has(candidate))
  return path === undefined ? { kind: 'missing', specifier } : { kind: 'file', path }
}

function workspaceCandidates(name: string, rest: string): string[] {
  return ['packages', 'apps'].flatMap((group) => [
    `${group}/${name}/src/${rest}.ts`,
    `${group}/${name}/src/${rest}`,
    `${group}/${name}/${rest}`,
  ])
}

function joinPath(from: string, relative: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
