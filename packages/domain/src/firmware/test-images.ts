/** @internal A program for an ESP32-S3 board with its header, for tests and for the simulated ship. */
export function espImage(version: string, { bytes = 4096, chip = 9 } = {}): Uint8Array {
  const image = new Uint8Array(bytes).map((_, index) => (index * 31) % 251)
  const view = new DataView(image.buffer)
  image[0] = 0xe9
  view.setUint16(12, chip, true)
  view.setUint32(32, 0xabcd5432, true)
  image.fill(0, 48, 112)
  image.set(new TextEncoder().encode(version), 48)
  image.set(new TextEncoder().encode('esp-miner'), 80)
  return image
}

/** @internal A tar archive with one file, as packages of Braiins OS are; the simulated ship reads the version from a mark of its own. */
export function tarImage(name: string, { bytes = 8192, version = '' } = {}): Uint8Array {
  const image = new Uint8Array(bytes).map((_, index) => (index < 512 ? 0 : (index * 13) % 251))
  const text = (words: string, at: number) => image.set(new TextEncoder().encode(words), at)
  text(name, 0)
  text('ustar', 257)
  if (version !== '') text(`simulated-version=${version}\0`, bytes - 200)
  return image
}

/** @internal A package of Bitmain for the named models; the simulated ship reads the version from a mark of its own. */
export function bmuImage(models: readonly string[], bytes = 8192, version = ''): Uint8Array {
  const image = new Uint8Array(bytes).map((_, index) => (index * 17) % 253)
  const view = new DataView(image.buffer)
  view.setUint32(0, 0xabababab, true)
  view.setUint32(8, 36, true)
  view.setUint32(12, models.length, true)
  view.setUint32(16, 172, true)
  if (version !== '') image.set(new TextEncoder().encode(`simulated-version=${version}\0`), bytes - 200)
  for (const [index, model] of models.entries()) {
    const at = 36 + index * 172
    image.fill(0, at, at + 172)
    image[at + 3] = model.length
    image.set(new TextEncoder().encode(model), at + 132)
  }
  return image
}
