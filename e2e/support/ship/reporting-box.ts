import { generateKeyPairSync, sign } from 'node:crypto'
import type { CommissioningReport } from '@shipminer/contract/power/commissioning'
import { type UplinkToController, type UplinkToServer, uplinkProof } from '@shipminer/contract/uplink'
import { commissioningSteps } from '@shipminer/domain/generator/commissioning/commissioning'
import type { ServerProcess } from '../../../scripts/lib/stack.ts'

const version = '1.4.0'

/** What a check says in which every step passed, ended now. */
function passedReport(controllerId: string): CommissioningReport {
  const at = Date.now()
  const figures = {
    ...{ readsKw: 20, minerKw: 5.5, movedKw: 5.5, tookMs: 900, stepKw: 32, isMeasured: true },
    stops: [{ firmware: 'vnish', devices: 3, tookMs: 900 }],
  }
  const result = { outcome: 'passed', at, failure: null, reason: null, figures } as const
  return {
    ...{ controllerId, version, position: 'done', checkedElsewhere: null },
    ...{ startedAt: at - 1_200_000, finishedAt: at },
    ...{ capacityKw: 80, limitPercent: 85, reserveKw: 12, requiredReserveKw: 11, largestStepKw: 32 },
    results: Object.fromEntries(commissioningSteps.map((step) => [step, result])),
  }
}

/**
 * What shore sees of a box, without a ship around it: it registers with the code that the desk gave it, stays on the line, and sends the
 * report of the check that a fitter did with it. The check itself is in `commissioning.test.ts`.
 */
export async function startReportingBox(
  server: ServerProcess,
  { controllerId, enrolmentToken }: { controllerId: string; enrolmentToken: string },
): Promise<{ stop(): void }> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
  const enrolled = await fetch(`${server.url}/api/controllers/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ controllerId, enrolmentToken, publicKey: raw, version }),
  })
  if (!enrolled.ok) throw new Error(`enrolment: ${enrolled.status} ${await enrolled.text()}`)
  const line = new WebSocket(`${server.url.replace('http', 'ws')}/uplink`)
  const send = (message: UplinkToServer) => line.send(JSON.stringify(message))
  await new Promise<void>((resolve, reject) => {
    line.onerror = () => reject(new Error('the line of the box failed'))
    line.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as UplinkToController
      if (message.type === 'refused') reject(new Error(`the box was refused: ${message.reason}`))
      if (message.type === 'challenge')
        send({
          ...{ type: 'hello', controllerId, version, sentAt: Date.now(), pollIntervalMs: 5_000 },
          proof: sign(null, Buffer.from(uplinkProof(controllerId, message.nonce)), privateKey).toString(
            'base64',
          ),
          spool: { firstSeq: null, lastSeq: null, droppedSamples: 0 },
        })
      if (message.type !== 'welcome') return
      send({ type: 'commissioning', report: passedReport(controllerId) })
      resolve()
    }
  })
  return { stop: () => line.close() }
}
