/** Adds what the server's clock is ahead of this browser's in ms, for clocks that tick. */
export const withOffset = <Answer extends { serverTime: number }>(answer: Answer) => ({
  ...answer,
  clockOffsetMs: answer.serverTime - Date.now(),
})
