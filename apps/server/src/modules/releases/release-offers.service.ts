import type { UpdateState } from '@shipminer/contract/releases'
import { isOffering, type MemberState, movesOn } from '@shipminer/domain/releases/rollout'
import type { StoreLogger, Trx } from '../../platform/db/store.ts'
import { downloadPath } from '../../platform/http/signed-download.ts'
import { archiveDownload } from './download.service.ts'
import type { ReleaseDeps, ReleaseLine } from './releases.deps.ts'
import * as repository from './releases.repository.ts'
import { assessRollouts, offersChannel } from './rollouts.service.ts'

const underWay: readonly MemberState[] = ['offered', 'downloading', 'installing']

/** Sends offers to the controllers connected to this server, and processes their responses. */
export async function openOffers(deps: ReleaseDeps & { logger: StoreLogger }) {
  const { store, clock, logger } = deps
  const lines = new Map<string, ReleaseLine>()

  const stopListening = await store.listen(offersChannel, (payload) => {
    const [word, rolloutId] = payload.split(' ')
    for (const line of lines.values())
      if (word === 'withdrawn' && rolloutId) line.send({ type: 'update-withdrawn', offerId: rolloutId })
      else void deliver(line, ['not-reached'])
  })

  async function deliver(line: ReleaseLine, states: readonly MemberState[]): Promise<void> {
    try {
      const isNews = await store.db.transaction().execute((trx) => offer(trx, line, states))
      if (isNews) await assessRollouts(deps)
    } catch (error) {
      // It stays as it was, and is offered again when the line is back.
      logger.error({ err: error, controllerId: line.controllerId }, 'release not offered')
    }
  }

  /** Whether something new may advance a rollout. */
  async function offer(trx: Trx, line: ReleaseLine, states: readonly MemberState[]): Promise<boolean> {
    const changedAt = new Date(clock())
    let isNews = false
    for (const member of await repository.lockMemberships(trx, line.controllerId)) {
      if (member.version === line.version) {
        // Its hello carries the version: the best proof that it runs.
        if (!movesOn(member.state, 'reported-in')) continue
        const offeredAt = member.offeredAt ?? changedAt
        await repository.updateMember(trx, member, {
          state: 'reported-in',
          reason: null,
          offeredAt,
          changedAt,
        })
        isNews = true
        continue
      }
      if (!isOffering(member.rolloutState) || !states.includes(member.state)) continue
      const release = await repository.findRelease(trx, member.version)
      if (release === null) continue
      const path = downloadPath(deps, archiveDownload, line.controllerId, member.version)
      line.send({ type: 'update', offerId: member.rolloutId, ...release, path })
      if (member.state !== 'not-reached') continue
      await repository.updateMember(trx, member, { state: 'offered', offeredAt: changedAt, changedAt })
      isNews = true
    }
    return isNews
  }

  return {
    async lineUp(line: ReleaseLine): Promise<() => void> {
      lines.set(line.controllerId, line)
      await deliver(line, ['not-reached', ...underWay])
      return () => {
        if (lines.get(line.controllerId) === line) lines.delete(line.controllerId)
      }
    },

    async recordUpdateState(controllerId: string, message: UpdateState): Promise<void> {
      const { offerId, state, reason, detail } = message
      const isNews = await store.db.transaction().execute(async (trx) => {
        const members = await repository.lockMemberships(trx, controllerId)
        const member = members.find(({ rolloutId }) => rolloutId === offerId)
        if (!member || !movesOn(member.state, state)) return false
        // Only a hello with the version proves that it runs.
        if (state === 'reported-in' && lines.get(controllerId)?.version !== member.version) return false
        const changedAt = new Date(clock())
        const offeredAt = member.offeredAt ?? changedAt
        await repository.updateMember(trx, member, { state, reason, detail, offeredAt, changedAt })
        return true
      })
      if (isNews) await assessRollouts(deps)
    },

    close: stopListening,
  }
}
