import { type SubmitEvent, useEffect, useState } from 'react'
import { useNavigate } from '../../lib/navigation.tsx'
import { type CreateListingBody, type Listing, MAX_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useWhileHere } from '../../lib/browser/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useCompareLabel } from '../listing/use-compare-label.tsx'
import { AdviceLine } from './advice-line.tsx'
import { ListingFields } from './listing-fields.tsx'
import { showFieldErrors, useListingForm, useSentPhotos, valuesOf } from './listing-form.ts'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import { usePhotoUploads } from '../photos/use-photo-uploads.ts'

/** The fields of an own listing, with the rules and messages of posting. */
export function EditForm({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const form = useListingForm(valuesOf(listing))
  const uploads = usePhotoUploads({ route: 'POST /api/upload', max: MAX_PHOTOS })
  const { restore } = uploads
  // Read once: a refresh must not undo the member's changes to the photos.
  const [before] = useState(listing.photos)
  useEffect(() => {
    restore(before)
  }, [restore, before])
  useSentPhotos(form, uploads.urls)
  const { errors, isSubmitting } = form.formState
  const leave = () => navigate(`/item/${listing.id}`)

  const label = useCompareLabel()
  const save = async (body: CreateListingBody) => {
    try {
      await label.send(body, (recallsCompared) =>
        call('PATCH /api/items/:id', {
          params: { id: listing.id },
          body: { ...body, ...forgottenPoint(listing, body), recallsCompared },
        }),
      )
    } catch (error) {
      showFieldErrors(form, error)
      const description = messageFrom(error, t("Your changes couldn't be saved. Please try again."))
      toast({ title: t('Error'), description, tone: 'danger' })
      return
    }
    toast({ title: t('Changes saved'), description: t('Neighbours see them at once.') })
    await refresh('/api/items', '/api/impact')
    whileHere(leave)
  }
  const submit = (event: SubmitEvent) => void form.handleSubmit(save)(event)
  return (
    <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-6">
      <PhotoPicker uploads={uploads} max={MAX_PHOTOS} error={errors.photos?.message} />
      <ListingFields form={form} />
      <AdviceLine title={form.watch('title')} description={form.watch('description')} />
      {label.question}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" size="lg" onClick={leave}>
          {t('Cancel')}
        </Button>
        <Button type="submit" size="lg" pending={isSubmitting} disabled={uploads.sending}>
          {uploads.sending ? t('Waiting for photos…') : t('Save Changes')}
        </Button>
      </div>
    </form>
  )
}

/** Coordinates belong to their address: changing it clears them. */
function forgottenPoint(listing: Listing, { city, pickupAddress }: CreateListingBody) {
  return city === listing.city && pickupAddress === listing.pickupAddress ? {} : { latitude: null, longitude: null }
}
