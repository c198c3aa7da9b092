import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names for the classes and key frames of all style sheets below a folder, as short as can be, because every document carries them: letters for the
 * sheet and a number for the class in it. The same sources give the same names, so that the page and its script agree.
 *
 * @example classNames('src')('title', '/anywhere/src/ui/menu.module.css') // 'ab3'
 */
export function classNames(folder: string): (name: string, file: string) => string {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.module.css'))
    .sort()
  const names = new Map(
    sheets.map((file, index) => {
      const classes = [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/(?:\.|@keyframes\s+)([a-zA-Z][\w-]*)/g),
      ]
      return [file, { prefix: letters(index), classes: [...new Set(classes.map(([, name = '']) => name))] }]
    }),
  )
  return (name, path) => {
    const file = path.replaceAll('\\', '/').split('?')[0] ?? ''
    const sheet = [...names].find(([key]) => file.endsWith(`/${key}`))?.[1]
    const index = sheet?.classes.indexOf(name) ?? -1
    // A sheet or class that came up while a development server runs.
    if (!sheet || index < 0) return `_${name}_${/([\w-]+)\.module/.exec(file)?.[1] ?? ''}`
    return sheet.prefix + index.toString(36)
  }
}

/** 0 → aa, 1 → ab, … in letters alone, so that a number can follow. */
function letters(index: number): string {
  const letter = (of: number) => String.fromCharCode(97 + of)
  return letter(Math.floor(index / 26) % 26) + letter(index % 26)
}
