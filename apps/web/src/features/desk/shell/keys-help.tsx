import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Check } from '../../../ui/forms/check.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { readsLetters, setReadsLetters } from './desk-keys.ts'
import styles from './shell.module.css'

const keys = [
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['Enter', 'keys.open'],
  ['Ctrl K', 'keys.search'],
  ['?', 'keys.help'],
  ['Esc', 'keys.close'],
] as const

/** The keys of the desk, and the switch for single letters. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('desk-frame')
  const [isOn, setOn] = useState(readsLetters)
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <Check
        checked={isOn}
        onChange={(next) => {
          setOn(next)
          setReadsLetters(next)
        }}
      >
        {t('keys.letters')}
      </Check>
    </Dialog>
  )
}
