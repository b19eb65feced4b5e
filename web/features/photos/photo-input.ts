/** Id of the photo input; a page has one. */
export const PHOTO_INPUT_ID = 'photos-of-item'

/** For when the last photo is removed, or a photo is missing. */
export const focusPhotoInput = (): void => document.getElementById(PHOTO_INPUT_ID)?.focus()
