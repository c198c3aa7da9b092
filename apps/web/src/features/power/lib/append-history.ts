type HistoryAnswer = {
  serverTime: number
  stepSeconds: number
  tellsFrom: number
  points: readonly { at: number }[]
  events: readonly { at: number }[]
}

/** Events that are kept at most, as many as a whole answer has. */
const mostEvents = 200

/** What is known of a span with an answer that tells its end anew; points are oldest first, events newest first. */
export function appendHistory<Answer extends HistoryAnswer>(
  known: Answer,
  answer: Answer,
  hours: number,
): Answer {
  const from = answer.serverTime - hours * 3_600_000
  const isKept = ({ at }: { at: number }) => at >= from && at < answer.tellsFrom
  return {
    ...answer,
    points: [...known.points.filter(isKept), ...answer.points],
    events: [...answer.events, ...known.events.filter(isKept)].slice(0, mostEvents),
  }
}
