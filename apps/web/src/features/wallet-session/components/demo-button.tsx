import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isDemoServer } from '../../../config/env.ts'
import { paths } from '../../../config/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** One click into the demonstration account; there only when the server says that it runs the demonstration. */
export function DemoButton() {
  const { t, i18n } = useTranslation('navigation')
  const navigate = useNavigate()
  const [isDemo, setDemo] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => setDemo(isDemoServer()), [])
  if (!isDemo) return null

  const enter = async () => {
    setBusy(true)
    setFailure(null)
    const [{ demoSignIn }, { errorText }] = await Promise.all([
      import('../lib/sign-in.ts'),
      import('../../../lib/api/error-text.ts'),
    ])
    await i18n.loadNamespaces('errors')
    const result = await demoSignIn()
    setBusy(false)
    if (result.ok) navigate(paths.dashboard)
    else setFailure(errorText(i18n.getFixedT(i18n.language, 'errors'), result.error))
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
