import { CONDITIONS, type Condition } from '../../../src/modules/catalog/contract.ts'
import { AGE_RANGES, type AgeRange } from '../../../src/modules/identity/contract.ts'
import { useAction } from '../../lib/use-action.ts'
import { plural } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import type { BatchListing, BatchValues } from './batch-listing.ts'
import { AGE_LABELS, CONDITION_LABELS, categoryLabel } from '../listing/labels.ts'
import { numericText } from '../posting/listing-form.ts'
import { Photo } from '../listing/photo.tsx'
import { useCategories } from '../listing/use-categories.ts'

interface Props {
  listing: BatchListing
  position: number
  onEdit: (values: Partial<BatchValues>) => void
  onReanalyze: () => Promise<void>
  onRemove: () => void
}

export function BatchListingCard({ listing, position, onEdit, onReanalyze, onRemove }: Props) {
  const reanalyze = useAction(onReanalyze)
  const { title, description, weightLbs, ...others } = listing.errors
  const refusal = Object.values(others)[0]
  return (
    <Card>
      <section aria-label={`Item ${position}`} className="grid gap-5 md:grid-cols-[200px_1fr]">
        <div className="grid grid-cols-[7.5rem_1fr] content-start gap-x-4 md:block">
          <div>
            <Photo
              src={listing.photoUrls[0]}
              sizes="20rem"
              alt={`Item ${position}`}
              className="aspect-[4/3] rounded-input"
            />
            {listing.photoUrls.length > 1 && (
              <ul className="mt-2 flex gap-2">
                {listing.photoUrls.slice(1).map((url, index) => (
                  <li key={url} className="w-11">
                    <Photo
                      src={url}
                      sizes="3rem"
                      alt={`Item ${position}, view ${index + 2}`}
                      className="aspect-square rounded-input"
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div>
            <p className="flex flex-wrap gap-2 md:mt-2">
              {listing.photoUrls.length > 1 && <Badge>{plural(listing.photoUrls.length, 'photo')}</Badge>}
              <Badge tone="lamp">suggested: {plural(listing.suggestedPrice, 'token')}</Badge>
            </p>
            {listing.note && <p className="mt-2 text-sm font-semibold">{listing.note}</p>}
            {listing.reason && <p className="text-sm text-muted">{listing.reason}</p>}
            <div className="mt-3 flex flex-wrap gap-2">
              <Button variant="quiet" pending={reanalyze.pending} onClick={() => void reanalyze.run()}>
                Reanalyze
              </Button>
              <Button variant="plain" onClick={onRemove}>
                Remove
              </Button>
            </div>
          </div>
        </div>
        <div className="grid content-start gap-4 sm:grid-cols-2">
          <Field label="Title" error={title} className="sm:col-span-2">
            {(control) => (
              <TextInput
                {...control}
                value={listing.values.title}
                onChange={({ target }) => onEdit({ title: target.value })}
              />
            )}
          </Field>
          <Choices values={listing.values} onEdit={onEdit} />
          <Field label="Weight (lbs)" optional error={weightLbs}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="decimal"
                value={listing.values.weightLbs}
                onChange={({ target }) => onEdit({ weightLbs: numericText(target.value) })}
              />
            )}
          </Field>
          <Field label="Description" error={description} className="sm:col-span-2">
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                value={listing.values.description}
                onChange={({ target }) => onEdit({ description: target.value })}
              />
            )}
          </Field>
          <div role="alert" className="sm:col-span-2">
            {refusal && <FieldError>{refusal}</FieldError>}
          </div>
        </div>
      </section>
    </Card>
  )
}

function Choices({ values, onEdit }: { values: BatchValues; onEdit: Props['onEdit'] }) {
  const categories = useCategories(values.category)
  return (
    <>
      <Field label="Category">
        {(control) => (
          <Select
            {...control}
            value={values.category}
            onChange={({ target: { value } }) =>
              onEdit({ category: value, ...(value === 'baby-clothes' ? {} : { ageSize: null }) })
            }
          >
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryLabel(category)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Condition">
        {(control) => (
          <Select
            {...control}
            value={values.condition}
            onChange={({ target }) => onEdit({ condition: target.value as Condition })}
          >
            {CONDITIONS.map((condition) => (
              <option key={condition} value={condition}>
                {CONDITION_LABELS[condition]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {values.category === 'baby-clothes' && (
        <Field label="Age/Size" optional>
          {(control) => (
            <Select
              {...control}
              value={values.ageSize ?? ''}
              onChange={({ target }) => onEdit({ ageSize: (target.value || null) as AgeRange | null })}
            >
              <option value="">Not chosen</option>
              {AGE_RANGES.map((range) => (
                <option key={range} value={range}>
                  {AGE_LABELS[range]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  )
}
