/** Loaded before a program by NODE_OPTIONS: while the file FULL_DISK_FLAG is there, no file below FULL_DISK_UNDER takes another byte. */
const { existsSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const files = require('node:fs/promises')

const { FULL_DISK_FLAG: flag, FULL_DISK_UNDER: under } = process.env
const { open } = files

files.open = async (path, ...rest) => {
  const file = await open(path, ...rest)
  if (!String(path).startsWith(under)) return file
  for (const name of ['write', 'writeFile', 'appendFile']) {
    const original = file[name].bind(file)
    file[name] = async (...given) => {
      if (existsSync(flag))
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      return original(...given)
    }
  }
  return file
}
syncBuiltinESMExports()
