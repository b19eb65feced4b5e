/** A message holds so many photos. */
export const MAX_MESSAGE_PHOTOS = 4
