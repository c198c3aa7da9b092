import { useEffect, useRef, useState } from 'react'
import { type PictureName, pictures, pictureWidths } from '../config/pictures.ts'
import styles from './picture.module.css'

/** Address of a picture in one of the widths it exists in. */
export function pictureUrl(
  name: PictureName,
  width: (typeof pictureWidths)[number],
  format: 'avif' | 'webp',
): string {
  return `/assets/pictures/${name}-${pictures[name].hash}-${width}.${format}`
}

const setOf = (name: PictureName, most: number) =>
  pictureWidths
    .filter((width) => width <= most)
    .map((width) => `${pictureUrl(name, width, 'avif')} ${width}w`)
    .join()

/**
 * A picture in the size that fits, with its place kept from the start: AVIF in up to `most` pixels, one WebP for browsers without it.
 * `isFirst`: the largest thing of the first view, to be fetched before others. A picture that cannot be loaded becomes a drawn stand-in with
 * `failed` as its text.
 */
export function Picture({
  name,
  alt,
  sizes,
  most = 1600,
  isFirst = false,
  failed,
  className = '',
}: {
  name: PictureName
  alt: string
  sizes: string
  most?: (typeof pictureWidths)[number]
  isFirst?: boolean
  failed: string
  className?: string | undefined
}) {
  const { width, height } = pictures[name]
  const image = useRef<HTMLImageElement>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    // It may have failed before any script ran.
    const { current } = image
    if (current?.complete && current.naturalWidth === 0 && current.currentSrc !== '') setFailed(true)
  }, [])

  if (hasFailed) return <Placeholder words={`${alt}. ${failed}`} className={className} />
  return (
    <picture>
      <source type="image/avif" srcSet={setOf(name, most)} sizes={sizes} />
      <img
        ref={image}
        className={`${styles.picture} ${className}`}
        src={pictureUrl(name, 1200, 'webp')}
        width={width}
        height={height}
        alt={alt}
        draggable={false}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        onError={() => setFailed(true)}
      />
    </picture>
  )
}

/** The outline of a cabinet. */
function Placeholder({ words, className }: { words: string; className: string }) {
  return (
    <svg className={`${styles.placeholder} ${className}`} viewBox="0 0 160 120" role="img" aria-label={words}>
      <path d="M52 26h56v70H52zM58 34h44v36H58zM62 40h36v6H62zM62 49h36v6H62zM62 58h36v6H62zM58 78h44M58 84h30M56 96v5M104 96v5" />
    </svg>
  )
}
