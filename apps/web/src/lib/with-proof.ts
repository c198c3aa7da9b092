/** Makes a call, and where the server asks who is there, asks for a proof and makes it again. Null: the person closed the question. */
export type WithProof = <T>(call: () => Promise<T>) => Promise<T | null>
