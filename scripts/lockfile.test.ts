import { expect, test } from 'vitest'
import { type Lock, listMissingVariants, platformOf, readLock, withVariants } from './lockfile.ts'

const lock: Lock = {
  packages: {
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/darwin-arm64': '1.0.0', fsevents: '2.0.0' },
    },
    'node_modules/@tool/linux-x64': { version: '1.0.0' },
  },
}

test('finds the platform that the registry did not carry, and only that', () => {
  expect(listMissingVariants(lock)).toEqual([
    { name: '@tool/darwin-arm64', version: '1.0.0', wantedBy: 'node_modules/tool' },
  ])
})

test('adds it with its platform, so that other systems skip it', () => {
  const complete = withVariants(lock, listMissingVariants(lock))
  expect(complete.packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '1.0.0',
    os: ['darwin'],
    cpu: ['arm64'],
    dev: true,
    optional: true,
  })
  expect(listMissingVariants(complete)).toEqual([])
})

test.each([
  ['@oxc-parser/binding-linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
  ['@biomejs/cli-linux-x64', { os: ['linux'], cpu: ['x64'] }],
  ['@rolldown/binding-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
  ['@rolldown/binding-wasm32-wasi', null],
])('reads the platform of %s', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('our own lock file is complete', () => {
  expect(listMissingVariants(readLock())).toEqual([])
})
