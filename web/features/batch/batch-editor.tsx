import { useEffect, useRef } from 'react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { pick } from '../../../src/modules/catalog/attributes.ts'
import { isMetric } from '../../lib/look.ts'
import { WeightInput } from '../listing/weight-input.tsx'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/forms/field.tsx'
import { TextArea, TextInput } from '../../ui/forms/inputs.tsx'
import { Mark } from '../../ui/forms/mark.tsx'
import { BagFields, countOf } from '../posting/bag-fields.tsx'
import { BatchChoices } from './batch-choices.tsx'
import type { BatchListing, BatchValues } from './batch-listing.ts'
import { DESCRIPTION_HINT, numericText } from '../posting/listing-form.ts'
import { BatchPhotos } from './batch-photos.tsx'
import type { PhotoUpload } from '../photos/use-photo-uploads.ts'

interface Props {
  listing: BatchListing
  photos: PhotoUpload[]
  position: number
  id: string
  /** The field that takes the focus, by its name; without one the editor as a whole does. */
  focus: string | undefined
  /** Changes each time that somebody is led here. */
  led: number | undefined
  /** 'Done' where nothing comes after it. */
  last: boolean
  onEdit: (values: Partial<BatchValues>) => void
  onHide: (photo: PhotoUpload, areas: Area[]) => void
  /** Left out where nobody looks at photos. */
  onReanalyze: (() => Promise<void>) | undefined
  onRemove: () => void
  /** All of it has been looked at. */
  onNext: () => void
}

/** All fields of one item of a batch. */
export function BatchEditor(props: Props) {
  const { listing, photos, position, id, focus, led, last, onEdit, onHide, onReanalyze, onRemove, onNext } = props
  const reanalyze = useAction(async () => onReanalyze?.())
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const field = focus === undefined ? null : place.current?.querySelector<HTMLElement>(`[name="${focus}"]`)
    const target = field ?? place.current
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: field ? 'center' : 'nearest' })
  }, [focus, led])
  const { values, errors, privateAreas = {} } = listing
  const refusal = Object.entries(errors).find(([field]) => field === 'category' || !(field in values))?.[1]
  const mark = (field: keyof BatchValues) =>
    listing.unsure?.includes(field) && values[field] !== '' && <Mark>{t('check this')}</Mark>
  return (
    <section
      ref={place}
      id={id}
      tabIndex={-1}
      aria-label={t('Item {number}', { number: position })}
      className="grid scroll-mt-44 gap-5 border-t border-line p-4 outline-none md:grid-cols-[200px_1fr] md:p-5"
    >
      <div className="grid grid-cols-[7.5rem_1fr] content-start gap-x-4 md:block">
        <BatchPhotos
          position={position}
          photos={photos}
          suggestedOf={({ url = '', original }) => privateAreas[url] ?? privateAreas[original?.url ?? ''] ?? []}
          onHide={onHide}
        />
        <div className="flex flex-col items-start gap-2 md:mt-2">
          {listing.note && <p className="font-semibold">{listing.note}</p>}
          {listing.reason && <p className="text-sm text-muted">{listing.reason}</p>}
          {onReanalyze && (
            <Button variant="quiet" pending={reanalyze.pending} onClick={() => void reanalyze.run()}>
              {t('Reanalyze')}
            </Button>
          )}
        </div>
      </div>
      <div className="grid content-start gap-4 sm:grid-cols-2">
        <Field label={t('Title')} mark={mark('title')} error={errors['title']} className="sm:col-span-2">
          {(control) => (
            <TextInput
              {...control}
              name="title"
              value={values.title}
              onChange={({ target }) => onEdit({ title: target.value })}
            />
          )}
        </Field>
        <BatchChoices values={values} errors={errors} mark={mark} onEdit={onEdit} />
        <BagFields
          values={values}
          errors={pick(errors, ['bagCount', 'sizeTo'])}
          count={{
            name: 'bagCount',
            value: values.bagCount ?? '',
            onChange: ({ target }) => onEdit({ bagCount: countOf(target.value) }),
          }}
          largest={{
            name: 'sizeTo',
            value: values.sizeTo ?? '',
            onChange: ({ target }) => onEdit({ sizeTo: (target.value || null) as BatchValues['sizeTo'] }),
          }}
          onTurn={onEdit}
        />
        <Field
          label={isMetric() ? t('Weight (kg)') : t('Weight (lbs)')}
          mark={mark('weightLbs')}
          optional
          error={errors['weightLbs']}
        >
          {(control) => (
            <WeightInput
              {...control}
              name="weightLbs"
              lbs={values.weightLbs}
              onLbs={(lbs) => onEdit({ weightLbs: numericText(lbs) })}
            />
          )}
        </Field>
        <Field
          label={t('Description')}
          mark={mark('description')}
          hint={t(DESCRIPTION_HINT)}
          error={errors['description']}
          className="sm:col-span-2"
        >
          {(control) => (
            <TextArea
              {...control}
              name="description"
              rows={3}
              value={values.description}
              onChange={({ target }) => onEdit({ description: target.value })}
            />
          )}
        </Field>
        <div role="alert" className="sm:col-span-2">
          {refusal && <FieldError>{refusal}</FieldError>}
        </div>
        <div className="flex justify-between gap-3 sm:col-span-2">
          <Button variant="plain" className="-ms-4" onClick={onRemove}>
            {t('Remove')}
          </Button>
          <Button variant="quiet" onClick={onNext}>
            {last ? t('Done') : t('Next')}
          </Button>
        </div>
      </div>
    </section>
  )
}
