import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'
import { type CameraProblem, canReadQr, readQr } from '../lib/qr-reader.ts'
import { scannedKey } from '../lib/scanned-key.ts'
import styles from './scan-key.module.css'

/** The key read from the card by the camera; nothing in a browser that cannot. The camera is on while its picture is shown, and no longer. */
export function ScanKey({ onKey }: { onKey: (key: string) => void }) {
  const { t } = useTranslation('claim')
  const [canScan, setCanScan] = useState(false)
  const [isOn, setOn] = useState(false)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  useEffect(() => {
    void canReadQr().then(setCanScan)
  }, [])
  if (!canScan) return null
  return (
    <>
      {problem && <Notice tone="caution">{t(`scan.${problem}`)}</Notice>}
      {isOn ? (
        <Picture
          onKey={onKey}
          onProblem={(found) => {
            setProblem(found)
            setOn(false)
          }}
          onStop={() => setOn(false)}
        />
      ) : (
        <div>
          <Button
            onClick={() => {
              setProblem(null)
              setOn(true)
            }}
          >
            {t('scan')}
          </Button>
        </div>
      )}
    </>
  )
}

function Picture({
  onKey,
  onProblem,
  onStop,
}: {
  onKey: (key: string) => void
  onProblem: (problem: CameraProblem) => void
  onStop: () => void
}) {
  const { t } = useTranslation('claim')
  const video = useRef<HTMLVideoElement>(null)
  const [isStrange, setStrange] = useState(false)
  const seen = useEffectEvent((text: string) => {
    const key = scannedKey(text)
    if (key === null) setStrange(true)
    else onKey(key)
  })
  const failed = useEffectEvent(onProblem)
  useEffect(() => {
    if (video.current)
      return readQr(video.current, {
        onCode: (text) => seen(text),
        onProblem: (problem) => failed(problem),
      })
  }, [])
  return (
    <div className={styles.picture}>
      <video ref={video} className={styles.video} muted playsInline aria-label={t('scan.picture')} />
      <p role="status">{t(isStrange ? 'scan.strange' : 'scan.hold')}</p>
      <div>
        <Button onClick={onStop}>{t('scan.stop')}</Button>
      </div>
    </div>
  )
}
