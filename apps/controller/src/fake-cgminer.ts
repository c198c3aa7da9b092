import { type AddressInfo, createServer } from 'node:net'

/** For tests: a device that speaks the cgminer API plainly. Its counters rise with every summary it gives. */
export type FakeCgminer = {
  port: number
  acceptedShares: number
  /** Every total it has reported. */
  reported: Set<number>
  summaries: number
  onSummary: (() => void) | null
  close(): Promise<void>
}

export async function startFakeCgminer(): Promise<FakeCgminer> {
  const startedAt = Date.now()
  const miner: FakeCgminer = {
    port: 0,
    acceptedShares: 1_000,
    reported: new Set(),
    summaries: 0,
    onSummary: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  function section(command: string): object {
    const status = {
      STATUS: [
        {
          STATUS: 'S',
          When: Math.floor(Date.now() / 1_000),
          Code: 11,
          Msg: 'ok',
          Description: 'cgminer 4.11.1',
        },
      ],
      id: 1,
    }
    switch (command) {
      case 'version':
        return { ...status, VERSION: [{ CGMiner: '4.11.1', API: '3.7' }] }
      case 'summary': {
        miner.acceptedShares += 1 + (miner.summaries % 7)
        miner.summaries += 1
        miner.reported.add(miner.acceptedShares)
        const elapsed = 5_000 + Math.floor((Date.now() - startedAt) / 1_000)
        return {
          ...status,
          SUMMARY: [
            {
              Elapsed: elapsed,
              'MHS 5s': 110_000_000,
              'MHS av': 109_000_000,
              Accepted: miner.acceptedShares,
              Rejected: 2,
              Stale: 0,
              'Difficulty Accepted': miner.acceptedShares * 512,
            },
          ],
        }
      }
      case 'pools':
        return {
          ...status,
          POOLS: [
            {
              POOL: 0,
              URL: 'stratum+tcp://pool.example:3333',
              Status: 'Alive',
              Priority: 0,
              User: 'ship.1',
              'Stratum Active': true,
              Accepted: miner.acceptedShares,
              'Difficulty Accepted': miner.acceptedShares * 512,
            },
          ],
        }
      case 'devs':
        return {
          ...status,
          DEVS: [
            {
              ASC: 0,
              Name: 'XYZ',
              ID: 0,
              Enabled: 'Y',
              Status: 'Alive',
              Temperature: 61.5,
              'MHS 5s': 110_000_000,
            },
          ],
        }
      default:
        return {
          STATUS: [{ STATUS: 'E', When: 0, Code: 14, Msg: 'Invalid command', Description: 'cgminer 4.11.1' }],
          id: 1,
        }
    }
  }

  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const asked = /"command"\s*:\s*"([^"]+)"/.exec(data.toString())?.[1] ?? ''
      const commands = asked.split('+')
      const answer =
        commands.length > 1
          ? Object.fromEntries(commands.map((command) => [command, [section(command)]]))
          : section(asked)
      socket.end(`${JSON.stringify(answer)}\0`)
      if (commands.includes('summary')) miner.onSummary?.()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  miner.port = (server.address() as AddressInfo).port
  return miner
}
