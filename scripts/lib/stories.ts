import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a story may do to the ship of the demonstration. */
export type StoryShip = {
  /** A knob of the simulated generator. */
  turnGenerator(knobs: Record<string, unknown>): Promise<void>
  /** A fault of all miners, or its end. */
  setFault(fault: { kind: string } | null): Promise<void>
  line: { cut(): void; mend(): void }
}

type Story = { what: string; begin(ship: StoryShip): Promise<void>; end(ship: StoryShip): Promise<void> }

/** Above what is free, so that some boxes give way at once, and below what the set can give. */
const thrusterKw = 48
/** How long a story lasts that nobody ends. */
const lastsMs = 120_000

/** What may happen on board. To add one: a member here; it is listed and printed by itself. */
export const stories = {
  'bow-thruster': {
    what: 'the ship asks for power at once: boxes give way',
    begin: (ship) => ship.turnGenerator({ shipKw: thrusterKw }),
    end: (ship) => ship.turnGenerator({ shipKw: null }),
  },
  'meter-lost': {
    what: 'the generator cannot be read any more: all boxes go off',
    begin: (ship) => ship.turnGenerator({ feed: 'cut' }),
    end: (ship) => ship.turnGenerator({ feed: 'on' }),
  },
  'pool-down': {
    what: 'no pool answers any miner',
    begin: (ship) => ship.setFault({ kind: 'pool-dead' }),
    end: (ship) => ship.setFault(null),
  },
  'line-cut': {
    what: 'the line to shore is gone: the pages say how old their values are, and nothing is lost',
    begin: async (ship) => ship.line.cut(),
    end: async (ship) => ship.line.mend(),
  },
} as const satisfies Record<string, Story>
export type StoryName = keyof typeof stories

export const isStory = (name: string): name is StoryName => Object.hasOwn(stories, name)

/** Tells a story when asked, `POST /<story>`, and ends it at `DELETE /<story>` or after two minutes. On loopback only, and not for web pages. */
export async function openStories(
  ship: StoryShip,
  say: (words: string) => void,
): Promise<{ url: string; close(): void }> {
  const running = new Map<StoryName, AbortController>()
  async function end(name: StoryName): Promise<void> {
    running.get(name)?.abort()
    running.delete(name)
    await stories[name].end(ship)
    say(`  ${name} is over.`)
  }
  async function begin(name: StoryName): Promise<void> {
    running.get(name)?.abort()
    const stop = new AbortController()
    running.set(name, stop)
    await stories[name].begin(ship)
    say(`  ${name}: ${stories[name].what}.`)
    void sleep(lastsMs, null, { signal: stop.signal, ref: false }).then(
      () => end(name).catch((error: Error) => say(`  ${name} does not end: ${error.message}`)),
      () => undefined,
    )
  }
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? ''
    const isOwn =
      /^127\.0\.0\.1:\d+$/.test(request.headers.host ?? '') && request.headers.origin === undefined
    const act = { POST: begin, DELETE: end }[request.method ?? '']
    if (!isOwn || !act || !isStory(name)) {
      response.writeHead(404).end()
      return
    }
    await act(name).then(
      () => response.writeHead(204).end(),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      for (const stop of running.values()) stop.abort()
      server.closeAllConnections()
      server.close()
    },
  }
}
