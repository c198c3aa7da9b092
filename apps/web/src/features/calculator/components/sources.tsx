import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import { Button } from '../../../ui/button.tsx'
import { useAgeText } from '../../../ui/values/age.tsx'
import type { Calculator } from '../state/use-calculator.ts'
import { useCalculatorWords } from '../state/use-calculator-words.ts'
import styles from './calculator.module.css'
import shared from './shared.module.css'

/** What went in, each with its source, time and age; what is assumed is called assumed. */
export function Sources({ figures, market, forgetShared }: Calculator) {
  const { t } = useTranslation('calculator')
  const language = useLanguage()
  const { euro } = useCalculatorWords()
  const { input, network, price } = figures
  const networkSource =
    network.kind === 'observed'
      ? (network.source ?? '')
      : t(network.kind === 'shared' ? 'sources.shared' : 'sources.builtIn')
  const age = (at: number) => (
    <SourceAge at={at} clockOffsetMs={market.clockOffsetMs} isDay={network.kind === 'built-in'} />
  )
  return (
    <div className={shared.block}>
      {network.kind === 'built-in' && (
        <p className={shared.warning} role="status">
          {t(market.state === 'waiting' ? 'sources.waiting' : 'sources.builtInText', {
            date: formatDate(language, network.observedAt),
          })}{' '}
          {market.state === 'failed' && <Button onClick={market.retry}>{t('sources.retry')}</Button>}
        </p>
      )}
      {network.kind === 'shared' && (
        <p className={shared.warning} role="status">
          {t('sources.sharedText', { date: formatDateTime(language, network.observedAt) })}{' '}
          <Button onClick={forgetShared}>{t('sources.today')}</Button>
        </p>
      )}
      <dl className={styles.sources}>
        <dt>{t('sources.price')}</dt>
        <dd>
          <strong>{euro(input.centsPerBtc)}</strong>{' '}
          {price.kind === 'market' ? price.source : t(`sources.${price.kind}`)}
          {price.observedAt !== null && <>, {age(price.observedAt)}</>}
        </dd>
        <dt>{t('sources.difficulty')}</dt>
        <dd>
          <strong>{formatNumber(language, Math.round(input.difficulty))}</strong> {networkSource},{' '}
          {age(network.observedAt)}
        </dd>
        <dt>{t('sources.height')}</dt>
        <dd>
          <strong>{formatNumber(language, input.blockHeight)}</strong>
        </dd>
        <dt>{t('sources.fees')}</dt>
        <dd>
          <strong>{formatNumber(language, input.feesSatPerBlock / 1e8, 4)} BTC</strong>
        </dd>
      </dl>
    </div>
  )
}

/** When and how long ago; a date alone for what is assumed for a day. */
function SourceAge({ at, clockOffsetMs, isDay }: { at: number; clockOffsetMs: number; isDay: boolean }) {
  const language = useLanguage()
  const ageText = useAgeText()
  const when = isDay ? formatDate(language, at) : formatDateTime(language, at)
  return (
    <time dateTime={new Date(at).toISOString()}>
      {isDay ? when : `${when} (${ageText(at, clockOffsetMs)})`}
    </time>
  )
}
