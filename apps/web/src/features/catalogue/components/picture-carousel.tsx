import type { EmblaCarouselType } from 'embla-carousel'
import createEmbla from 'embla-carousel'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PictureName } from '../../../config/pictures.ts'
import { Picture } from '../../../ui/picture.tsx'
import { type Autoplay, createAutoplay } from '../lib/autoplay.ts'
import styles from './picture-carousel.module.css'

/** Time a picture stays, docs/product.md 4.9. */
const intervalMs = 3000
const reducedMotion = '(prefers-reduced-motion: reduce)'

export type Slide = { name: PictureName; alt: string }

/**
 * Pictures of a product. One is just a picture; more loop, advance every 3 s, pause while held, hovered, focused or paused by the visitor, and never
 * move by themselves for people who want less motion. Before scripts run they scroll sideways.
 */
export function PictureCarousel({
  label,
  slides,
  sizes,
}: {
  label: string
  slides: readonly Slide[]
  sizes: string
}) {
  const { t } = useTranslation('product')
  const viewport = useRef<HTMLDivElement>(null)
  const autoplay = useRef<Autoplay>(null)
  const [embla, setEmbla] = useState<EmblaCarouselType>()
  const [selected, setSelected] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isStill, setStill] = useState(false)
  const isCarousel = slides.length > 1

  useEffect(() => {
    if (!isCarousel) return
    let api: EmblaCarouselType | undefined
    let isGone = false
    const motion = matchMedia(reducedMotion)
    const onMotion = () => {
      setStill(motion.matches)
      autoplay.current?.[motion.matches ? 'hold' : 'release']('reduced-motion')
    }
    const onHidden = () => autoplay.current?.[document.hidden ? 'hold' : 'release']('hidden')
    const begin = async () => {
      if (isGone || !viewport.current) return
      const made = createEmbla(viewport.current, { loop: true, duration: motion.matches ? 0 : 25 })
      api = made
      autoplay.current = createAutoplay({ intervalMs, advance: () => made.scrollNext() })
      made.on('select', () => setSelected(made.selectedScrollSnap()))
      made.on('pointerDown', () => autoplay.current?.hold('pointer'))
      made.on('pointerUp', () => {
        autoplay.current?.release('pointer')
        autoplay.current?.release('hover')
      })
      onMotion()
      onHidden()
      setEmbla(made)
    }
    motion.addEventListener('change', onMotion)
    document.addEventListener('visibilitychange', onHidden)
    // Without the carousel's code the pictures still scroll.
    begin().catch(() => undefined)
    return () => {
      isGone = true
      motion.removeEventListener('change', onMotion)
      document.removeEventListener('visibilitychange', onHidden)
      autoplay.current?.stop()
      api?.destroy()
    }
  }, [isCarousel])

  const togglePause = () => {
    setPaused(!isPaused)
    autoplay.current?.[isPaused ? 'release' : 'hold']('paused')
  }
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType === 'mouse')
      autoplay.current?.[event.type === 'pointerenter' ? 'hold' : 'release']('hover')
  }
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) autoplay.current?.hold('focus')
  }

  const [first] = slides
  if (!isCarousel && first) {
    return (
      <div className={styles.carousel}>
        <Picture {...first} sizes={sizes} isFirst failed={t('pictures.failed')} className={styles.picture} />
      </div>
    )
  }
  return (
    <section
      className={styles.carousel}
      aria-roledescription={t('pictures.carousel')}
      aria-label={label}
      onFocus={onFocus}
      onBlur={() => autoplay.current?.release('focus')}
    >
      <div className={embla ? styles.controls : `${styles.controls} ${styles.notYet}`}>
        {!isStill && (
          <button type="button" className={styles.control} onClick={togglePause}>
            <Icon path={isPaused ? 'M6 4l10 6-10 6z' : 'M6 4h3v12H6zM11 4h3v12h-3z'} isFilled />
            {t(isPaused ? 'pictures.play' : 'pictures.pause')}
          </button>
        )}
        <span className={styles.count}>
          {t('pictures.count', { number: selected + 1, total: slides.length })}
        </span>
        <button
          type="button"
          className={styles.control}
          aria-label={t('pictures.previous')}
          onClick={() => embla?.scrollPrev()}
        >
          <Icon path="M12 4l-6 6 6 6" />
        </button>
        <button
          type="button"
          className={styles.control}
          aria-label={t('pictures.next')}
          onClick={() => embla?.scrollNext()}
        >
          <Icon path="M8 4l6 6-6 6" />
        </button>
      </div>
      <div
        ref={viewport}
        className={embla ? `${styles.viewport} ${styles.alive}` : styles.viewport}
        onPointerEnter={onPointer}
        onPointerLeave={onPointer}
      >
        <div className={styles.track}>
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
            <div
              key={slide.name}
              className={styles.slide}
              role="group"
              aria-roledescription={t('pictures.slide')}
              aria-label={t('pictures.count', { number: index + 1, total: slides.length })}
              inert={embla !== undefined && index !== selected}
            >
              <Picture
                {...slide}
                sizes={sizes}
                isFirst={index === 0}
                failed={t('pictures.failed')}
                className={styles.picture}
              />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function Icon({ path, isFilled = false }: { path: string; isFilled?: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke={isFilled ? 'none' : 'currentColor'}
        strokeWidth="1.75"
      />
    </svg>
  )
}
