import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/forms/select.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import textStyles from '../../../ui/text.module.css'
import { knownWallets } from '../wallets/known-wallets.ts'
import styles from './connect-dialog.module.css'
import { CopyText } from './copy-text.tsx'

const browser = ''

/** A code that opens this page on a phone: in the browser inside a wallet's app, or in the phone's own. No third party takes part. */
export function OnPhone() {
  const { t } = useTranslation('wallet')
  const [name, setName] = useState(browser)
  const apps = knownWallets.filter((wallet) => wallet.appUrl)
  const page = location.href
  const link = apps.find((wallet) => wallet.name === name)?.appUrl?.(page) ?? page
  return (
    <>
      <p className={textStyles.quiet}>{t('phoneText')}</p>
      <SelectField
        label={t('phoneIn')}
        value={name}
        onChange={setName}
        options={[
          { value: browser, label: t('phoneBrowser') },
          ...apps.map((wallet) => ({ value: wallet.name, label: wallet.name })),
        ]}
      />
      <div className={styles.qr}>
        <QrCode text={link} label={t('phoneQr')} />
      </div>
      <div>
        <p className={textStyles.quiet}>{t('phoneLink')}</p>
        <CopyText text={link} />
      </div>
    </>
  )
}
