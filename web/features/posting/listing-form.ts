import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CHOSEN, OPTIONAL, pick, STARTS } from '../../../src/modules/catalog/attributes.ts'
import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { CreateListingBody, type Listing } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { ApiError } from '../../lib/api.ts'
import { formResolver } from '../../lib/form-resolver.ts'
import { contactEmailOf, contactNameOf } from '../../lib/contact.ts'
import { sureValues } from './suggestions.ts'

export type ListingValues = z.input<typeof CreateListingBody>
export type ListingForm = UseFormReturn<ListingValues, unknown, CreateListingBody>

const EMPTY: ListingValues = {
  title: '',
  description: '',
  category: 'baby-clothes',
  ...STARTS,
  bagCount: null,
  city: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  pickupAddress: '',
  weightLbs: '',
  photos: [],
}

/** The form of one listing, checked by the same contract as on the server. */
export function useListingForm(values: ListingValues = EMPTY): ListingForm {
  return useForm<ListingValues, unknown, CreateListingBody>({
    resolver: formResolver(CreateListingBody),
    defaultValues: values,
    shouldFocusError: false,
  })
}

/** Where and how to reach the member: in no draft, for whoever has the device can read those. */
const NOT_IN_DRAFTS = ['pickupAddress', 'contactName', 'contactEmail', 'contactPhone'] as const
export type DraftValues = Omit<ListingValues, (typeof NOT_IN_DRAFTS)[number]>

export function draftOf(values: ListingValues): DraftValues {
  const entries = Object.entries(values).filter(([name]) => !(NOT_IN_DRAFTS as readonly string[]).includes(name))
  return Object.fromEntries(entries) as DraftValues
}

/** Form values of an existing listing. */
export function valuesOf(listing: Listing): ListingValues {
  return {
    ...pick(listing, ['title', 'description', 'category', 'city', 'photos', 'bagCount', ...CHOSEN]),
    contactName: listing.contactName ?? '',
    contactEmail: listing.contactEmail ?? '',
    contactPhone: listing.contactPhone ?? '',
    pickupAddress: listing.pickupAddress ?? '',
    weightLbs: listing.weightLbs ?? '',
  }
}

/** Sets the form's photos to the uploaded ones, in order. */
export function useSentPhotos(form: ListingForm, urls: string[]): void {
  const photos = urls.join('\n')
  useEffect(() => {
    form.setValue('photos', photos === '' ? [] : photos.split('\n'), { shouldValidate: form.formState.isSubmitted })
  }, [form, photos])
}

/** Shows the server's field errors at their fields. */
export function showFieldErrors(form: ListingForm, error: unknown): void {
  if (!(error instanceof ApiError)) return
  for (const { path, message } of error.details) form.setError(path[0] as keyof ListingValues, { message })
}

/** Fills untouched fields from the account's defaults, or from what was posted last; for a new member, name and e-mail address. */
export function fillDefaults(form: ListingForm, member: User, last: Listing | undefined): void {
  setDefaults(form, {
    city: member.defaultCity ?? last?.city ?? null,
    pickupAddress: member.defaultPickupAddress ?? last?.pickupAddress ?? null,
    contactName: member.defaultContactName ?? last?.contactName ?? contactNameOf(member),
    contactEmail: member.defaultContactEmail ?? last?.contactEmail ?? contactEmailOf(member),
    contactPhone: member.defaultContactPhone ?? last?.contactPhone ?? null,
  })
}

/** Makes what the analyser is sure of the fields' defaults, so that only edits count as changes. */
export function fillSuggestions(form: ListingForm, analysis: Analysis): void {
  setDefaults(form, sureValues(analysis))
}

/**
 * Writes what a listing was into the form. Not its photos, which are its seller's and show it as it was then; nor its
 * condition, which the wear since has changed.
 */
export function fillLike(form: ListingForm, listing: Listing): void {
  const lasting = pick(listing, ['title', 'description', 'category', 'bagCount', ...OPTIONAL])
  const known = { ...lasting, weightLbs: listing.weightLbs ?? '' }
  for (const [name, value] of Object.entries(known)) {
    form.setValue(name as keyof typeof known, value, { shouldDirty: true })
  }
}

/** Normalizes a typed number: many countries write a decimal comma. */
export const numericText = (typed: string): string => typed.replaceAll(',', '.').replace(/[^\d.]/g, '')

/** Words about a good description. */
export const DESCRIPTION_HINT = words('Size, brand, condition, and whatever else a neighbour would like to know.')

function setDefaults(form: ListingForm, values: Partial<Record<keyof ListingValues, string | null>>): void {
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const all = { ...EMPTY, ...form.formState.defaultValues, photos: form.getValues('photos'), ...known }
  form.reset(all, { keepDirtyValues: true })
}
