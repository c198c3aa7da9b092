/** The text of an XML file, in the encoding that it names; UTF-8 where it names none, or one that nobody knows. */
export function decodeXml(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = /^[^<]*<\?xml[^>]*\bencoding=["']([\w.:-]{1,40})["']/.exec(start)?.[1]
  return decoderOf(named ?? 'utf-8').decode(bytes)
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
