import { LocateFixed, MapPin, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { call, messageFrom } from '../../lib/api.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { ChipChoice, inOrder } from './chip-choice.tsx'
import { type Filters, LONGEST_TEXT, placeOfMember, roundedPlace } from './filters.ts'
import { NO_PLACE } from './filter-words.ts'
import { distance, isMetric } from '../../lib/look.ts'

interface Props {
  filters: Filters
  onEdit: (change: Partial<Filters>) => void
}

/** In kilometres, as the API has them: 1, 3, 5, 10, 15 and 30 miles. */
const RINGS = { metric: ['1', '2', '5', '10', '25', '50'], us: ['2', '5', '8', '16', '24', '48'] }

/** Where the reader looks from, and how far. */
export function PlaceField({ filters, onEdit }: Props) {
  const { near, place, within } = filters
  if (near === '') return <ChoosePlace onChoose={(found) => onEdit({ within: '5', ...found })} />
  const rings = inOrder(isMetric() ? RINGS.metric : RINGS.us, within).map((km): [string, string] => [
    km,
    distance(Number(km)),
  ])
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2">
        <MapPin size={20} aria-hidden className="shrink-0 text-primary" />
        <span className="min-w-0 flex-1">
          {place
            ? rich('Near {place}', { place: <strong className="font-semibold">{place}</strong> })
            : rich('Near <strong>where you are</strong>', {
                strong: (text) => <strong className="font-semibold">{text}</strong>,
              })}
        </span>
        <Button variant="plain" size="icon" aria-label={t('Clear the place')} onClick={() => onEdit(NO_PLACE)}>
          <X size={20} aria-hidden />
        </Button>
      </p>
      <ChipChoice
        legend={t('How far')}
        name="within"
        choices={[...rings, ['', t('Everywhere')]]}
        value={within}
        onChoose={(km) => onEdit({ within: km })}
      />
    </div>
  )
}

type Found = Pick<Filters, 'near' | 'place'>

function ChoosePlace({ onChoose }: { onChoose: (found: Found) => void }) {
  const [typed, setTyped] = useState('')
  const home = useHome()
  const find = useAction(async () => {
    const { near } = await call('GET /api/places', { query: { q: typed.trim() } })
    onChoose({ near, place: typed.trim() })
  })
  const locate = useAction(async () => onChoose({ near: await whereWeAre(), place: '' }))
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Else the whole form would be sent off, without the place.
    event.preventDefault()
    if (typed.trim() !== '') void find.run()
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Field
          label={t('Near')}
          className="min-w-0 flex-1"
          error={find.error === undefined ? undefined : messageFrom(find.error, t("That place couldn't be looked up."))}
        >
          {(control) => (
            <TextInput
              {...control}
              placeholder={t('City or postcode')}
              maxLength={LONGEST_TEXT}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onEnter}
            />
          )}
        </Field>
        {typed.trim() !== '' && (
          <Button variant="quiet" pending={find.pending} onClick={() => void find.run()}>
            {t('Find')}
          </Button>
        )}
      </div>
      <div className="-mx-4 flex flex-wrap">
        {home && (
          <Button variant="plain" onClick={() => onChoose(home)}>
            <MapPin size={18} aria-hidden /> {home.place}
          </Button>
        )}
        <Button variant="plain" pending={locate.pending} onClick={() => void locate.run()}>
          {!locate.pending && <LocateFixed size={18} aria-hidden />} {t('Use my location')}
        </Button>
      </div>
      {locate.error !== undefined && (
        <div role="alert">
          <FieldError>{t("Your browser doesn't say where you are. Please type a city or a postcode.")}</FieldError>
        </div>
      )}
    </div>
  )
}

/** The account's place, if it is known. */
function useHome(): Found | undefined {
  const member = useMember()
  const near = placeOfMember(member)
  return near === '' ? undefined : { near, place: member?.defaultCity ?? t('home') }
}

/** From the browser, rounded to about 1 km before anybody else sees it. @throws when it doesn't tell */
async function whereWeAre(): Promise<string> {
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 600_000 }),
  )
  return roundedPlace(`${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`)
}
