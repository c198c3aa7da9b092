import { type FirmwareFamily, isSameFirmware } from './families.ts'

/** How much of the beginning of a file is examined, bytes. */
export const imageHeadBytes = 64 * 1024

/** What the beginning of a file shows that it is. */
export type FirmwareImage =
  /** A program for an Espressif chip that a board takes over the network. */
  | { kind: 'esp-app'; chip: number; version: string }
  /** Of Espressif too, but no such program: a boot loader, or the whole memory of a board. */
  | { kind: 'esp-other' }
  /** A package of Bitmain, with the models it is made for as far as it names them. */
  | { kind: 'bmu'; models: string[] }
  /** `name`: the file it was packed from; empty where it is not named. */
  | { kind: 'gzip'; name: string }
  | { kind: 'tar'; name: string }
  | { kind: 'unknown' }

/** Why a file is not for a miner. */
export type MisfitReason =
  /** Nothing that any miner of this family would take. */
  | 'not-an-image'
  | 'other-make'
  | 'other-model'
  /** The version in the file is not the one that it was said to be. */
  | 'other-version'

const espMagic = 0xe9
const espS3 = 9
const espHeaderBytes = 24 + 8
const appMagic = 0xabcd5432
const bmuMagic = 0xabababab
const bmu = { headerBytes: 36, leastItemBytes: 172, mostItems: 256, modelAt: 132, modelBytes: 32 }

/** Examines the beginning of a file, at least `imageHeadBytes` of it or the whole. Never throws, whatever the bytes are. */
export function recogniseImage(head: Uint8Array): FirmwareImage {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 2) return { kind: 'unknown' }
  if (head[0] === espMagic) return espImage(head, view)
  if (head.length >= bmu.headerBytes && view.getUint32(0, true) === bmuMagic) return bmuImage(head, view)
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: 'gzip', name: gzipName(head) }
  if (textAt(head, 257, 5) === 'ustar') return { kind: 'tar', name: textAt(head, 0, 100) }
  return { kind: 'unknown' }
}

function espImage(head: Uint8Array, view: DataView): FirmwareImage {
  const at = espHeaderBytes
  if (head.length < at + 80 || view.getUint32(at, true) !== appMagic) return { kind: 'esp-other' }
  return { kind: 'esp-app', chip: view.getUint16(12, true), version: textAt(head, at + 16, 32) }
}

function bmuImage(head: Uint8Array, view: DataView): FirmwareImage {
  const [start, items, itemBytes] = [8, 12, 16].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
  ]
  const models = new Set<string>()
  const isSane = start === bmu.headerBytes && itemBytes >= bmu.leastItemBytes && items <= bmu.mostItems
  for (let item = 0; isSane && item < items; item += 1) {
    const at = start + item * itemBytes
    if (at + bmu.leastItemBytes > head.length) break
    const model = textAt(head, at + bmu.modelAt, Math.min(bmu.modelBytes, head[at + 3] ?? 0))
    if (model !== '') models.add(model)
  }
  return { kind: 'bmu', models: [...models] }
}

/** The file name that gzip keeps behind its header of ten bytes. */
function gzipName(head: Uint8Array): string {
  const [hasExtra, hasName] = [((head[3] ?? 0) & 4) !== 0, ((head[3] ?? 0) & 8) !== 0]
  return hasName && !hasExtra ? textAt(head, 10, 255) : ''
}

/** Printable ASCII up to the first NUL or the length. */
function textAt(bytes: Uint8Array, at: number, length: number): string {
  const part = bytes.subarray(at, at + length)
  const end = part.indexOf(0)
  return String.fromCharCode(...(end < 0 ? part : part.subarray(0, end)))
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
}

/** Firmware for Antminers that is not the maker's, by the names of its packages. */
const braiins = /braiins|bosminer|\bbos[-_+]/i
const otherForeign = /lux(?:os|or|miner)|vnish|hiveon|epic|anthill/i

const compact = (model: string) => model.toLowerCase().replaceAll(/antminer|[^a-z0-9]/g, '')

/**
 * Why a file is not for a miner, by its own header; null where nothing speaks against it. What a header does not show, such as which board a
 * Bitaxe image is made for, only the first miner of a series shows.
 */
export function findMisfit(
  image: FirmwareImage,
  wanted: { family: FirmwareFamily; model: string; version: string; name: string },
): MisfitReason | null {
  if (wanted.family === 'axeos') {
    if (image.kind === 'bmu' || image.kind === 'gzip' || image.kind === 'tar') return 'other-make'
    if (image.kind !== 'esp-app') return 'not-an-image'
    if (image.chip !== espS3) return 'other-make'
    return isSameFirmware('axeos', wanted.version, image.version) ? null : 'other-version'
  }
  if (wanted.family === 'braiins') {
    if (image.kind === 'unknown') return 'not-an-image'
    if (image.kind !== 'tar' && image.kind !== 'gzip') return 'other-make'
    return otherForeign.test(`${image.name} ${wanted.name}`) ? 'other-make' : null
  }
  switch (image.kind) {
    case 'esp-app':
    case 'esp-other':
    case 'tar':
      return 'other-make'
    case 'unknown':
      return 'not-an-image'
    case 'gzip':
      return [braiins, otherForeign].some((name) => name.test(`${image.name} ${wanted.name}`))
        ? 'other-make'
        : null
    case 'bmu': {
      const isNamed = image.models.some((model) => compact(model) === compact(wanted.model))
      return image.models.length === 0 || isNamed ? null : 'other-model'
    }
  }
}
