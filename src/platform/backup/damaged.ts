/** A file of a backup is not what was put there, or is gone; nothing else is wrong with the place. */
export class Damaged extends Error {
  readonly key: string

  constructor(key: string, how: 'missing' | 'damaged', options?: ErrorOptions) {
    super(`${key} in the backup is ${how}.`, options)
    this.key = key
  }
}
