import { t } from '../../../lib/t.ts'

/** For a message that has photos and no words. */
export const sentPhotos = ({ length: count }: string[]): string =>
  t('Sent {count, plural, one {a photo} other {# photos}}', { count })
