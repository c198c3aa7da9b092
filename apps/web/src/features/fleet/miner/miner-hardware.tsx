import type { DeviceDetail } from '@shipminer/contract/telemetry'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/format/format.ts'
import { useLanguage } from '../../../lib/i18n/use-language.ts'
import tableStyles from '../../../ui/data-table.module.css'
import { ScrollRegion } from '../../../ui/panels/scroll-region.tsx'
import { StatusBadge } from '../../../ui/signs/status-badge.tsx'
import { HashRate } from '../../../ui/values/hash-rate.tsx'
import { Temperature } from '../../../ui/values/temperature.tsx'
import { Value } from '../../../ui/values/value.tsx'
import factStyles from './miner-facts.module.css'
import styles from './miner-hardware.module.css'

/** Boards, fans and pools as the device last reported them; a part it does not report is left out. */
export function MinerHardware({ detail }: { detail: DeviceDetail }) {
  return (
    <>
      {detail.boards.length > 0 && <Boards boards={detail.boards} />}
      {detail.fanRpm.length > 0 && <Fans fanRpm={detail.fanRpm} />}
      {detail.pools.length > 0 && <Pools pools={detail.pools} />}
    </>
  )
}

function Boards({ boards }: Pick<DeviceDetail, 'boards'>) {
  const { t } = useTranslation('fleet')
  const language = useLanguage()
  // Devices count from nought or from one; people count from one.
  const first = boards.some((board) => board.index === 0) ? 1 : 0
  return (
    <div>
      <h2 className={factStyles.title}>{t('miner.boards')}</h2>
      <ScrollRegion label={t('miner.boards')} className={tableStyles.scroller}>
        <table className={tableStyles.table}>
          <caption className="visually-hidden">{t('miner.boards')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('field.name')}</th>
              <th scope="col">{t('field.status')}</th>
              <th scope="col">{t('field.hashrate')}</th>
              <th scope="col">{t('field.temperature')}</th>
              <th scope="col">{t('miner.chips')}</th>
            </tr>
          </thead>
          <tbody>
            {boards.map((board) => (
              <tr key={board.index}>
                <th scope="row">{t('miner.board', { number: board.index + first })}</th>
                <td>
                  {board.dead ? (
                    <StatusBadge status="fault" label={t('miner.boardDead')} />
                  ) : (
                    <StatusBadge status="online" label={t('miner.boardOk')} />
                  )}
                </td>
                <td>
                  <HashRate
                    hashrateThs={board.hashrateGhs === null ? null : board.hashrateGhs / 1000}
                    dense
                  />
                </td>
                <td>
                  <Temperature temperatureC={board.temperatureC} dense />
                </td>
                <td>
                  <Value of={board.chipsOk} dense>
                    {(ok) =>
                      board.chipsTotal === null
                        ? formatNumber(language, ok)
                        : t('miner.chipsOf', { ok, total: board.chipsTotal })
                    }
                  </Value>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  )
}

function Fans({ fanRpm }: Pick<DeviceDetail, 'fanRpm'>) {
  const { t } = useTranslation('fleet')
  const fans = fanRpm.map((rpm, index) => ({ number: index + 1, rpm }))
  return (
    <section aria-labelledby="fans-title">
      <h2 id="fans-title" className={factStyles.title}>
        {t('miner.fans')}
      </h2>
      <dl className={factStyles.facts}>
        {fans.map(({ number, rpm }) => (
          <div key={number}>
            <dt>{t('miner.fan', { number })}</dt>
            <dd>{t('miner.rpm', { rpm })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const poolBadge = { alive: 'online', dead: 'fault', disabled: 'idle', unknown: 'unreported' } as const

function Pools({ pools }: Pick<DeviceDetail, 'pools'>) {
  const { t } = useTranslation('fleet')
  return (
    <section aria-labelledby="pools-title">
      <h2 id="pools-title" className={factStyles.title}>
        {t('miner.pools')}
      </h2>
      <ul className={styles.pools}>
        {pools.map((pool) => (
          <li key={`${pool.priority} ${pool.url} ${pool.user}`}>
            <div className={styles.pool}>
              <span className={styles.url}>{pool.url}</span>
              <StatusBadge status={poolBadge[pool.status]} label={t(`miner.pool.${pool.status}`)} />
            </div>
            <p className={styles.user}>
              {pool.user}
              {pool.active && <span className={styles.active}>{t('miner.poolActive')}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
