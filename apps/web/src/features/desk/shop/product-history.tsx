import {
  type DeskProduct,
  deskCatalogueEndpoints,
  type ProductVersion,
} from '@shipminer/contract/desk/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import lists from '../../../ui/lists.module.css'
import textStyles from '../../../ui/text.module.css'
import { restoreProduct, versionsQuery } from '../api/desk-shop.ts'
import styles from '../components/desk.module.css'
import { MoreButton } from '../components/more-button.tsx'
import { NothingYet } from '../components/nothing-yet.tsx'
import { ReasonDialog } from '../components/reason-dialog.tsx'
import { useMay } from '../shell/use-role.ts'
import shop from './desk-shop.module.css'
import { TermsChanges } from './terms-changes.tsx'

/** Every version of a product, newest first; an earlier one can be restored by those who may. */
export function ProductHistory({ product }: { product: DeskProduct }) {
  const { t } = useTranslation('desk-shop')
  const may = useMay()
  const [count, setCount] = useState(1)
  const [chosen, setChosen] = useState<ProductVersion | null>(null)
  const found = useQuery(versionsQuery(product.id, count))
  const versions = found.data?.flatMap((page) => page.versions)
  return (
    <section className={styles.stack} aria-label={t('history.title', { name: product.name })}>
      {!versions && <NothingYet query={found} />}
      {versions && (
        <ol className={`${lists.timeline} ${shop.versions}`}>
          {versions.map((version) => (
            <li key={version.version}>
              <VersionLine
                version={version}
                isPresent={version.version === product.version}
                onRestore={may(deskCatalogueEndpoints.deskProductRestore) ? () => setChosen(version) : null}
              />
            </li>
          ))}
        </ol>
      )}
      <MoreButton pages={found.data} isBusy={found.isFetching} onMore={() => setCount(count + 1)} />
      {chosen && (
        <ReasonDialog
          title={t('history.restoreTitle', { version: chosen.version })}
          text={t('history.restoreText')}
          confirm={t('history.restore')}
          act={(reason) =>
            restoreProduct(product.id, { version: product.version, to: chosen.version, reason })
          }
          onClose={() => setChosen(null)}
        >
          <TermsChanges
            before={product.terms}
            after={{ sheet: product.terms.sheet, ...chosen.after, stock: product.terms.stock }}
          />
        </ReasonDialog>
      )}
    </section>
  )
}

function VersionLine({
  version: { version, at, by, reason, before, after },
  isPresent,
  onRestore,
}: {
  version: ProductVersion
  isPresent: boolean
  onRestore: (() => void) | null
}) {
  const { t } = useTranslation('desk-shop')
  const language = useLanguage()
  const who = by === 'shell' || by === 'catalogue' ? t(`history.${by}`) : by
  return (
    <>
      <span className={textStyles.strong}>{t('history.version', { version })}</span>
      <span className={textStyles.small}>
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(language, at)}</time> · {who}
      </span>
      {reason && <span>{reason}</span>}
      <TermsChanges before={before} after={after} />
      {isPresent && <span className={textStyles.small}>{t('history.present')}</span>}
      {!isPresent && onRestore && (
        <div>
          <Button
            kind="quiet"
            aria-haspopup="dialog"
            aria-label={t('history.restoreTitle', { version })}
            onClick={onRestore}
          >
            {t('history.restore')}
          </Button>
        </div>
      )}
    </>
  )
}
