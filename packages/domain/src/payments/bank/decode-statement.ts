/**
 * The text of a bank's file in the encoding that it is really in: the byte order mark first, then UTF-16 by its zero bytes, then what the XML
 * declaration names, then UTF-8; bytes that are not what they claim to be are read as Windows-1252, which has a character for every byte of
 * ISO-8859-1 and the euro sign of banks that mix the two. Never throws.
 */
export function decodeStatement(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode('utf-8', bytes)
  if (first === 0xfe && second === 0xff) return decode('utf-16be', bytes)
  if (first === 0xff && second === 0xfe) return decode('utf-16le', bytes)
  if (first === 0 && second !== undefined && second !== 0) return decode('utf-16be', bytes)
  if (first !== undefined && first !== 0 && second === 0) return decode('utf-16le', bytes)
  return decode(declaredEncoding(bytes), bytes)
}

/** What the XML declaration names. One that was read as single bytes is not UTF-16, whatever it says. */
function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = /^[^<]*<\?xml[^>]*\bencoding=["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? 'utf-8'
  return /^(utf-?16|ucs-?2|iso-10646)/i.test(named) ? 'utf-8' : named
}

function decode(label: string, bytes: Uint8Array): string {
  for (const candidate of [label, 'utf-8']) {
    try {
      return new TextDecoder(candidate, { fatal: true }).decode(bytes)
    } catch {
      // Another one is tried.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
