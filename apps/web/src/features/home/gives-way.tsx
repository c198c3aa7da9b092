import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPower, joinQuantity } from '../../lib/format/format.ts'
import { useLanguage } from '../../lib/i18n/use-language.ts'
import { GeneratorBar } from '../../ui/charts/generator-bar.tsx'
import styles from './gives-way.module.css'
import { boxPowerWatts, exampleGenerator } from './lib/example-generator.ts'

/** The promise, to try: move the load of the ship and see the box give way. Without scripts it shows one moment. */
export function GivesWay() {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const [shipWatts, setShipWatts] = useState<number>(exampleGenerator.shipWatts)
  const slider = useRef<HTMLInputElement>(null)
  // What was moved before the page came to life counts.
  useLayoutEffect(() => setShipWatts(Number(slider.current?.value ?? exampleGenerator.shipWatts)), [])
  const boxWatts = boxPowerWatts(shipWatts)
  const gives = boxWatts < exampleGenerator.boxWatts
  return (
    <div className={styles.example}>
      <GeneratorBar capacityWatts={exampleGenerator.capacityWatts} shipWatts={shipWatts} boxWatts={boxWatts}>
        <input
          ref={slider}
          className={styles.load}
          type="range"
          min="0"
          max={exampleGenerator.capacityWatts}
          step="1000"
          value={shipWatts}
          aria-label={t('example.load')}
          aria-valuetext={joinQuantity(formatPower(language, shipWatts, 0))}
          onChange={(event) => setShipWatts(Number(event.target.value))}
        />
      </GeneratorBar>
      <p className={styles.words}>
        {t('example.load')}.
        <strong>{t(boxWatts === 0 ? 'example.off' : gives ? 'example.less' : 'example.full')}</strong>
      </p>
    </div>
  )
}
