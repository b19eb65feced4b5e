import { MapPin, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeliveryMethod, Quote } from '../../../src/modules/purchasing/contract.ts'
import { formatMoney, distance as inUnits } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

interface Props {
  /** Whether the seller offers courier delivery. */
  courier: boolean
  /** Kilometres, where they are known. */
  distance: number | undefined
  method: DeliveryMethod
  onMethod: (method: DeliveryMethod) => void
  address: string
  addressError: string | undefined
  onAddress: (address: string) => void
  quote: Quote | undefined
  quoting: boolean
  onQuote: () => void
}

export function DeliveryMethodChoice(props: Props) {
  const { courier, distance, method, onMethod } = props
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t('Delivery method')}</legend>
      <div className="grid gap-2">
        <Option
          icon={<MapPin size={20} aria-hidden />}
          title={
            distance === undefined
              ? t('Pick it up')
              : t('Pick it up, about {distance} away', { distance: inUnits(distance) })
          }
          text={t('You and the seller agree on a time.')}
          chosen={method === 'message'}
          onChoose={() => onMethod('message')}
        />
        {courier && (
          <Option
            icon={<Truck size={20} aria-hidden />}
            title={t('Courier delivery')}
            text={t('A local courier brings it to your door.')}
            chosen={method === 'doordash'}
            onChoose={() => onMethod('doordash')}
          />
        )}
      </div>
      {method === 'doordash' && <CourierAddress {...props} />}
    </fieldset>
  )
}

interface OptionProps {
  icon: ReactNode
  title: string
  text: string
  chosen: boolean
  onChoose: () => void
}

function Option({ icon, title, text, chosen, onChoose }: OptionProps) {
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-input border border-line-strong p-3 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
      <input
        type="radio"
        name="delivery-method"
        checked={chosen}
        onChange={onChoose}
        className="size-5 accent-(--primary)"
      />
      {icon}
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </label>
  )
}

function CourierAddress({ address, addressError, onAddress, quote, quoting, onQuote }: Props) {
  return (
    <div className="mt-3">
      <div className="flex items-start gap-2">
        <Field label={t('Delivery address')} error={addressError} className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              autoComplete="street-address"
              value={address}
              onChange={(event) => onAddress(event.target.value)}
            />
          )}
        </Field>
        <Button
          variant="quiet"
          pending={quoting}
          disabled={address.trim() === ''}
          onClick={onQuote}
          className="mt-7 whitespace-nowrap"
        >
          {t('Get Quote')}
        </Button>
      </div>
      {quote && (
        <p role="status" className="mt-2 text-sm">
          {rich('Courier: <b>{fee}</b>, {time}', {
            fee: formatMoney(quote.fee),
            time: quote.estimatedTime,
            b: (text) => <strong className="figures font-semibold">{text}</strong>,
          })}
          {quote.estimate && <span className="text-muted"> {t('(an estimate from the distance)')}</span>}
        </p>
      )}
    </div>
  )
}
