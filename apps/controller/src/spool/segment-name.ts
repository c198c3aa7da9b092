/** What a file name says of a segment. `count` and `samples` are known only of sealed ones; `firstAt` is when its first batch was written, ms. */
export type SegmentName =
  | { kind: 'open'; firstSeq: number }
  | { kind: 'sealed'; firstSeq: number; lastSeq: number; samples: number; firstAt: number }

/** `seg-<first>.jsonl` is written to; `seg-<first>-<last>-<samples>-<ms>.jsonl.gz` is sealed: its name saves reading it at start. */
export function segmentFileName(name: SegmentName): string {
  const first = String(name.firstSeq).padStart(16, '0')
  if (name.kind === 'open') return `seg-${first}.jsonl`
  return `seg-${first}-${name.lastSeq}-${name.samples}-${name.firstAt}.jsonl.gz`
}

export function parseSegmentFileName(fileName: string): SegmentName | null {
  const match = /^seg-(\d{16})(?:-(\d{1,16})-(\d{1,12})-(\d{1,16})\.jsonl\.gz|\.jsonl)$/.exec(fileName)
  if (match === null) return null
  const firstSeq = Number(match[1])
  if (match[2] === undefined) return { kind: 'open', firstSeq }
  return {
    kind: 'sealed',
    firstSeq,
    lastSeq: Number(match[2]),
    samples: Number(match[3]),
    firstAt: Number(match[4]),
  }
}
