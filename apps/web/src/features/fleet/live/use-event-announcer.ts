import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/signs/live-region.tsx'
import { useFleetStore } from '../components/fleet-context.tsx'
import { digestEvents } from '../lib/live/event-digest.ts'
import type { FleetEvent } from '../lib/live/fleet-state.ts'

/** At most one announcement in this time, ms; what happens meanwhile is announced together. */
const quietMs = 10_000
/** The first of a burst waits this long for the rest of it, ms. */
const gatherMs = 1_500
const mostNames = 3

/** Announces events (a miner gone or back, a new alert, the link lost or back) through the one polite region of the page. */
export function useEventAnnouncer(): void {
  const store = useFleetStore()
  const { t } = useTranslation('fleet')
  useEffect(() => {
    let gathered: FleetEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let announcedAt = Number.NEGATIVE_INFINITY

    const list = (names: readonly string[]) => {
      const named = names.slice(0, mostNames).join(', ')
      return names.length > mostNames
        ? t('announce.andMore', { names: named, rest: names.length - mostNames })
        : named
    }

    const announceAll = () => {
      timer = undefined
      const digest = digestEvents(gathered)
      gathered = []
      if (!digest) return
      announcedAt = performance.now()
      const { offline, back, alerts, link } = digest
      const words = [
        link === 'link-lost' && t('announce.linkLost'),
        link === 'link-back' && t('announce.linkBack'),
        offline.length > 0 && t('announce.offline', { count: offline.length, names: list(offline) }),
        back.length > 0 && t('announce.back', { count: back.length, names: list(back) }),
        alerts.length > 0 && t('announce.alert', { count: alerts.length, names: list(alerts) }),
      ]
      announce(words.filter(Boolean).join(' '))
    }

    const stop = store.onEvents((events) => {
      gathered.push(...events)
      timer ??= setTimeout(announceAll, Math.max(gatherMs, quietMs - (performance.now() - announcedAt)))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, t])
}
