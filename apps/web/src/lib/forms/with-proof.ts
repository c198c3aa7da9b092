/** Makes a call, and where the server requires a proof, asks for one and makes the call again. Null: the person closed the dialog. */
export type WithProof = <T>(call: () => Promise<T>) => Promise<T | null>
