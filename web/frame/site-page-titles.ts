import type { SitePage } from '../../src/platform/site/look.ts'
import { words } from '../../src/platform/language/words.ts'

export const SITE_PAGE_TITLES: Record<SitePage, string> = {
  terms: words('Terms'),
  privacy: words('Privacy'),
  imprint: words('Imprint'),
}
