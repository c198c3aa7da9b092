const inputCharacters =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumCharacters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

/** The eight characters that follow `#` in an output descriptor (BIP380); null when it contains a character that is not allowed. */
export function descriptorChecksum(descriptor: string): string | null {
  const symbols: number[] = []
  let group = 0
  let groupSize = 0
  for (const character of descriptor) {
    const position = inputCharacters.indexOf(character)
    if (position < 0) return null
    symbols.push(position & 31)
    group = group * 3 + (position >> 5)
    groupSize += 1
    if (groupSize === 3) {
      symbols.push(group)
      group = 0
      groupSize = 0
    }
  }
  if (groupSize > 0) symbols.push(group)
  let sum = 1n
  for (const symbol of [...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 35n
    sum = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol)
    generators.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) sum ^= generator
    })
  }
  sum ^= 1n
  const digits = Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(5 * (7 - at))) & 31n))
  return digits.map((digit) => checksumCharacters[digit]).join('')
}
