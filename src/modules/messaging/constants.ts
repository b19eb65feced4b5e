/** Of one message. */
export const MAX_MESSAGE_PHOTOS = 4
