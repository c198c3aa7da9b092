/** What a browser that reads codes offers (Shape Detection API). */
type Detector = { detect(image: HTMLVideoElement): Promise<readonly { rawValue: string }[]> }
type DetectorKind = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const detectorKind = (): DetectorKind | undefined =>
  (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector

/** Whether this browser has a camera to ask for and reads QR codes by itself. */
export async function canReadQr(): Promise<boolean> {
  const kind = detectorKind()
  if (!kind || !navigator.mediaDevices) return false
  const formats: readonly string[] = await kind.getSupportedFormats().catch(() => [])
  return formats.includes('qr_code')
}

/** Why there is no picture: the person or the browser refuses the camera, or there is none that works. */
export type CameraProblem = 'refused' | 'none'

/** A look at the picture so often finds a code without the battery noticing, ms. */
const lookMs = 250

/** Shows the camera in a video and reports each code that it sees, until the result is called; then the camera is off. */
export function readQr(
  video: HTMLVideoElement,
  { onCode, onProblem }: { onCode: (text: string) => void; onProblem: (problem: CameraProblem) => void },
): () => void {
  const kind = detectorKind()
  let isOver = false
  let stream: MediaStream | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const look = async (detector: Detector) => {
    // A picture that is not there yet cannot be read; the next one can.
    const codes = await detector.detect(video).catch(() => [])
    if (isOver) return
    for (const { rawValue } of codes) onCode(rawValue)
    if (!isOver) timer = setTimeout(() => void look(detector), lookMs)
  }
  const begin = async () => {
    if (!kind) throw new Error('This browser reads no codes.')
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver) return stop()
    video.srcObject = stream
    await video.play()
    if (!isOver) await look(new kind({ formats: ['qr_code'] }))
  }
  begin().catch((error: unknown) => {
    if (isOver) return
    stop()
    onProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')
  })
  return stop
}
