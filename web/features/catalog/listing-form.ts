import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Analysis, CreateListingBody, GENERIC_BRAND } from '../../../src/modules/catalog/contract.ts'
import type { User } from '../../../src/modules/identity/contract.ts'

export type ListingValues = z.input<typeof CreateListingBody>
export type ListingForm = UseFormReturn<ListingValues, unknown, CreateListingBody>

const EMPTY: ListingValues = {
  title: '',
  description: '',
  category: 'baby-clothes',
  condition: 'good',
  ageSize: null,
  city: '',
  contactName: '',
  contactEmail: '',
  contactPhone: '',
  pickupAddress: '',
  weightLbs: '',
  deliveryOption: 'both',
  photos: [],
}

/** The form of one listing, checked by the same contract as on the server. */
export function useListingForm(): ListingForm {
  return useForm<ListingValues, unknown, CreateListingBody>({
    resolver: zodResolver(CreateListingBody),
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
}

/** Fills in what the account knows, where nothing has been typed. */
export function fillDefaults(form: ListingForm, user: User): void {
  const defaults = {
    city: user.defaultCity,
    pickupAddress: user.defaultPickupAddress,
    contactName: user.defaultContactName,
    contactEmail: user.defaultContactEmail,
    contactPhone: user.defaultContactPhone,
  }
  setDefaults(form, defaults)
}

/** The analyser's words become the fields' defaults: they count as touched once they differ. */
export function fillSuggestions(form: ListingForm, analysis: Analysis): void {
  const suggested = {
    title: suggestedTitle(analysis.brand.primary, analysis.product.primary),
    description: analysis.description,
    condition: analysis.condition.primary,
    weightLbs: analysis.estimatedWeightLbs === null ? '' : String(analysis.estimatedWeightLbs),
  }
  setDefaults(form, suggested)
}

export function suggestedTitle(brand: string, product: string): string {
  return (brand === GENERIC_BRAND ? product : `${brand} ${product}`).slice(0, 100)
}

function setDefaults(form: ListingForm, values: Partial<Record<keyof ListingValues, string | null>>): void {
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const all = { ...EMPTY, ...form.formState.defaultValues, photos: form.getValues('photos'), ...known }
  form.reset(all, { keepDirtyValues: true })
}
