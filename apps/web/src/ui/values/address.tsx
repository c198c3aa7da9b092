import { menuAddress, shortAddress } from '@shipminer/domain/accounts/wallet-address'
import styles from './value.module.css'
import { type Maybe, Value } from './value.tsx'

/** A wallet address: `short` for the navigation, `menu` longer, `full` whole. */
export function Address({
  address,
  form = 'full',
}: {
  address: Maybe<string>
  form?: 'short' | 'menu' | 'full'
}) {
  return (
    <Value of={address}>
      {(known) => (
        <span
          className={form === 'full' ? `${styles.address} ${styles.whole}` : styles.address}
          title={known}
        >
          {form === 'short' ? shortAddress(known) : form === 'menu' ? menuAddress(known) : known}
        </span>
      )}
    </Value>
  )
}
