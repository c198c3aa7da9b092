import encodeQR from 'qr'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

/** Light modules around the code that readers need to find it (ISO/IEC 18004: four). */
const border = 4

/** A QR code as one path, level M; drawn here, so that no other server learns what is in it. Fetched only where a code is shown. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}

function draw(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
