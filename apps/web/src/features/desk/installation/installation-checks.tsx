import {
  type CheckResult,
  type InstallationCheck,
  installationChecks,
} from '@shipminer/contract/desk/installation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTask } from '../../../lib/forms/use-task.ts'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/signs/notice.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { TaskNotice } from '../components/task-notice.tsx'
import { useTroubleWords } from '../components/use-trouble-words.ts'
import own from './installation.module.css'
import { tryInstallation } from './installation-queries.ts'

const tones = { good: 'good', bad: 'error', unset: 'caution', none: 'caution' } as const

/** Tries what the server depends on, one press each. */
export function InstallationChecks() {
  const { t } = useTranslation('desk-installation')
  return (
    <section className={styles.section} aria-labelledby="desk-checks">
      <h2 id="desk-checks" className={text.sub}>
        {t('checks')}
      </h2>
      <ul className={styles.list}>
        {installationChecks.map((check) => (
          <li key={check} className={`${styles.stack} ${own.check}`}>
            <CheckLine check={check} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CheckLine({ check }: { check: InstallationCheck }) {
  const { t } = useTranslation('desk-installation')
  const troubleWords = useTroubleWords()
  const { isBusy, message, run } = useTask()
  const [found, setFound] = useState<CheckResult | null>(null)
  const attempt = () =>
    run(async () => {
      setFound(null)
      setFound(await tryInstallation(check))
      return null
    })
  return (
    <>
      <div className={layout.between}>
        <span className={text.strong}>{t(`check.${check}`)}</span>
        <Button onClick={() => void attempt()} aria-disabled={isBusy || undefined}>
          {t('try')}
          <span className="visually-hidden">: {t(`check.${check}`)}</span>
        </Button>
      </div>
      <TaskNotice message={message} />
      {found && (
        <Notice tone={tones[found.result]} title={t(`result.${found.result}`)}>
          {found.findings.map(({ what, said }) => (
            <p key={what}>{[what, said !== null && troubleWords(said)].filter(Boolean).join(': ')}</p>
          ))}
        </Notice>
      )}
    </>
  )
}
