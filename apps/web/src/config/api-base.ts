/** Base path of the API. */
export const apiBase = '/api'
