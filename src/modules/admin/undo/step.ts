import type { SiteRow } from '../../../platform/site/site.ts'
import type { SettingsChange } from '../settings/contract.ts'

/** One thing as it was before an act: plain JSON, since it waits in a row. */
export type Step =
  | { put: 'listing'; listingId: string; hiddenReason: string | null }
  | { put: 'suspension'; memberId: string; suspensionId: string | null }
  | { put: 'admin'; memberId: string }
  | { put: 'thanks'; thanksId: string }
  | { put: 'thanks-away'; thanksId: string; reason: string }
  | { put: 'reports'; reportIds: string[] }
  | { put: 'appeal'; appealId: string }
  | { put: 'decision'; purchaseId: string; decidedAt: string }
  | { put: 'settings'; settings: SettingsChange }
  | { put: 'category'; category: string; prices: { tokenPrice: number; retailPrice: string } | null }
  | { put: 'words'; words: string[] }
  | { put: 'site'; columns: Partial<SiteRow> }
  | { put: 'note-away'; noteId: string }
