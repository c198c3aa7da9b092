import type { UplinkToController } from '@shipminer/contract/uplink'
import type { Store } from '../../platform/db/store.ts'

type Question = { controllerId: string; askId: string; expiresAt: number }

/** Asks a box how it is, on whichever server its line is. Nobody waits here: the answer comes over the line, or never. */
export const askBox = (store: Store, question: Question): Promise<void> =>
  store.notify('diagnose', JSON.stringify(question))

/** Sends such questions to the boxes whose line is on this server. */
export const passQuestionsOn = (
  store: Store,
  lineOf: (controllerId: string) => { send(message: UplinkToController): void } | undefined,
): Promise<() => Promise<void>> =>
  store.listen('diagnose', (payload) => {
    const { controllerId, askId, expiresAt } = JSON.parse(payload) as Question
    lineOf(controllerId)?.send({ type: 'diagnose', askId, expiresAt })
  })
