/** Of the input that takes photos; a page has one. */
export const PHOTO_INPUT_ID = 'photos-of-item'

/** Where to go on when the last photo is gone, or one is asked for. */
export const focusPhotoInput = (): void => document.getElementById(PHOTO_INPUT_ID)?.focus()
