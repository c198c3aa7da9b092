import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isDemoServer } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { useErrorText } from '../../../lib/api/error-text.ts'
import { loadChunk } from '../../../lib/chunks/chunk-loader.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/signs/notice.tsx'

/** One click into the demonstration account; there only when the server says that it runs the demonstration. */
export function DemoButton() {
  const { t } = useTranslation('navigation')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isDemo, setDemo] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => setDemo(isDemoServer()), [])
  if (!isDemo) return null

  const enter = async () => {
    setBusy(true)
    setFailure(null)
    const { demoSignIn } = await loadChunk(() => import('../lib/sign-in.ts'))
    const result = await demoSignIn()
    setBusy(false)
    if (result.ok) navigate(paths.dashboard)
    else setFailure(errorText(result.error))
  }

  return (
    <>
      <Button onClick={enter} disabled={isBusy}>
        {t('demo')}
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  )
}
