import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import text from '../../../ui/text.module.css'
import styles from '../components/desk.module.css'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { confirmAccount } from './proposal-calls.ts'
import { ProposalNotice } from './proposal-notice.tsx'
import type { ProposalOf } from './use-proposals.ts'

/** A new account that no buyer pays to before two operators have compared its first address with the wallet. */
export function AccountProposal({ proposal }: { proposal: ProposalOf<'account'> }) {
  const { t } = useTranslation('desk-proposals')
  const [confirms, setConfirms] = useState(false)
  const { asset, firstAddress } = proposal.what
  return (
    <>
      <p className={text.strong}>{t(`account.new.${asset}`)}</p>
      <p>
        {t(asset === 'bank' ? 'account.iban' : 'account.address')}:{' '}
        <span className={styles.mono}>{firstAddress}</span>
      </p>
      <ProposalNotice proposal={proposal}>
        <Button kind="main" aria-haspopup="dialog" onClick={() => setConfirms(true)}>
          {t('confirm')}
        </Button>
      </ProposalNotice>
      {!proposal.mayAct && !proposal.isMine && <p>{t('account.role')}</p>}
      {confirms && (
        <ReasonDialog
          title={t(`account.confirm.${asset}`)}
          text={t(asset === 'bank' ? 'account.confirmBank' : 'account.confirmText')}
          confirm={t('confirm')}
          act={(reason) => confirmAccount(asset, firstAddress, reason)}
          onClose={() => setConfirms(false)}
        >
          <p className={styles.mono}>{firstAddress}</p>
        </ReasonDialog>
      )}
    </>
  )
}
