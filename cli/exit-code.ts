// As the commands' help says.

export const DONE = 0
/** The check found something. */
export const FOUND_SOMETHING = 1
export const COULD_NOT_RUN = 2
