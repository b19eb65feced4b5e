import type { Area } from '../../../src/modules/catalog/areas.ts'
import { pick, SHOWN, STARTS } from '../../../src/modules/catalog/attributes.ts'
import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { CreateListingBody, type Listing } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { ApiError, messageFrom } from '../../lib/api.ts'
import { suggestedValues, unsureFields } from '../posting/suggestions.ts'
import { t } from '../../lib/t.ts'

export interface BatchValues extends Pick<Listing, (typeof SHOWN.form)[number] | 'sizeTo'> {
  title: string
  category: string
  description: string
  weightLbs: string
  /** As typed where it is no number; null where it is one thing. */
  bagCount: number | string | null
}

export const UNCHOSEN = { ...pick(STARTS, [...SHOWN.form, 'sizeTo']), bagCount: null }

export interface BatchListing {
  key: string
  photoUrls: string[]
  values: BatchValues
  note: string | undefined
  /** Nothing is known about it but its photos. */
  manual?: boolean
  /** The reason for which it could not be analysed. */
  reason?: string
  /** Fields that are only guessed, and photos with something private: somebody has to look before it counts as ready. */
  unsure?: (keyof BatchValues | 'photos')[]
  /** By the address of a photo: where an analyser has seen what may be private. */
  privateAreas?: Partial<Record<string, Area[]>>
  /** By field; `form` is about the whole listing. */
  errors: Partial<Record<string, string>>
}

export function analyzedListing(photoUrls: string[], category: string, analysis: Analysis): BatchListing {
  return {
    key: photoUrls.join(),
    photoUrls,
    values: { ...UNCHOSEN, ...suggestedValues(analysis), category },
    note: analysis.ai ? undefined : t('Started without AI: please fill in the rest'),
    unsure: [...unsureFields(analysis), 'photos'],
    privateAreas: Object.fromEntries(Map.groupBy(analysis.privateAreas, ({ photo }) => photoUrls[photo] ?? '')),
    errors: {},
  }
}

/** An empty listing to fill in by hand. */
export function blankListing(photoUrls: string[], category: string): BatchListing {
  return {
    key: photoUrls.join(),
    photoUrls,
    values: { ...UNCHOSEN, title: '', category, description: '', weightLbs: '' },
    note: undefined,
    errors: {},
  }
}

/** The same after an analysis that failed. @param reason why it did */
export function manualListing(photoUrls: string[], category: string, reason?: string): BatchListing {
  return {
    ...blankListing(photoUrls, category),
    note: t('Manual entry required'),
    manual: true,
    ...(reason !== undefined && { reason }),
  }
}

/** The request body with the member's defaults, or the errors by field. */
export function parseListing(
  listing: BatchListing,
  member: User,
): { body: CreateListingBody } | { errors: BatchListing['errors'] } {
  const parsed = CreateListingBody.safeParse({
    ...listing.values,
    photos: listing.photoUrls,
    city: member.defaultCity ?? '',
    pickupAddress: member.defaultPickupAddress ?? '',
    contactName: member.defaultContactName ?? '',
    contactEmail: member.defaultContactEmail ?? '',
    contactPhone: member.defaultContactPhone,
    latitude: member.defaultLatitude,
    longitude: member.defaultLongitude,
    status: 'available',
  })
  if (parsed.success) return { body: parsed.data }
  return {
    errors: Object.fromEntries(
      parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), t(message)]),
    ),
  }
}

/** The server's refusal as errors by field. */
export function refusalOf(error: unknown): BatchListing['errors'] {
  const byField = error instanceof ApiError ? error.details.map(({ path, message }) => [String(path[0]), message]) : []
  if (byField.length > 0) return Object.fromEntries(byField) as BatchListing['errors']
  return { form: messageFrom(error, t("We can't reach the server. Please try again.")) }
}
