/**
 * `npm run controller:release`: makes a release of the controller, or the key that signs them. Done away from the server; the private key
 * never gets there.
 *
 *   npm run controller:release -- --make-key release-key.pem
 *   npm run controller:release -- --version 1.4.0 --key release-key.pem --out shipminer-controller-1.4.0.release [--allow-downgrade]
 */

import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { reasonOf } from '@shipminer/domain/reason-of'
import { bundleController, releaseMinimumNode } from './lib/bundle-controller.ts'
import { makeReleaseFile, releasePublicKey } from './lib/release-file.ts'

const usage = `Usage:
  npm run controller:release -- --make-key <file>
  npm run controller:release -- --version 1.4.0 --key <file> --out <file> [--allow-downgrade]`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      'make-key': { type: 'string' },
      version: { type: 'string' },
      key: { type: 'string' },
      out: { type: 'string' },
      'allow-downgrade': { type: 'boolean', default: false },
    },
  })
  if (values['make-key']) return makeKey(values['make-key'])
  const { version, key, out } = values
  if (!version || !key || !out) {
    console.error(usage)
    return 1
  }
  const privateKey = createPrivateKey(readFileSync(key))
  const publicKey = releasePublicKey(privateKey)
  const { bytes, manifest } = makeReleaseFile({
    version,
    minimumNode: releaseMinimumNode,
    allowsDowngrade: values['allow-downgrade'],
    files: await bundleController(version),
    privateKey,
  })
  writeFileSync(out, bytes)
  console.log(`version: ${manifest.version}`)
  console.log(`archive: ${manifest.archive.bytes} bytes, sha256 ${manifest.archive.sha256}`)
  console.log(`signed with: ${publicKey}`)
  console.log(`file: ${out}`)
  return 0
}

/** Writes a new private key for its owner alone, and never over another. */
function makeKey(path: string): number {
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  console.log(`private key: ${path}   (keep it off the server, and a copy in a safe)`)
  console.log(`RELEASE_PUBLIC_KEY=${releasePublicKey(privateKey)}`)
  return 0
}

process.exitCode = await main().catch((error) => {
  console.error(reasonOf(error))
  return 1
})
