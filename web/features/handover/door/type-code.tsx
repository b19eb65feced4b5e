import { type SubmitEvent, useState } from 'react'
import { CODE_DIGITS } from '../../../../src/modules/handover/constants.ts'
import { t } from '../../../lib/t.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { CodeInput } from '../../identity/code-input.tsx'

interface Props {
  /** The seller, whose phone shows the code. */
  seller: string
  /** The button's words. */
  submit: string
  ready: boolean
  pending: boolean
  /** Gets six digits. */
  onCode: (code: string) => Promise<void>
}

/** The six digits on the seller's phone, where no camera is at hand. */
export function TypeCode({ seller, submit, ready, pending, onCode }: Props) {
  const [code, setCode] = useState('')
  const complete = code.length === CODE_DIGITS && ready
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (complete) void onCode(code)
  }
  return (
    <form onSubmit={send} noValidate className="mt-3 flex flex-col gap-3">
      <Field label={t("Six digits on {seller}'s phone", { seller })}>
        {(control) => <CodeInput control={control} length={CODE_DIGITS} value={code} onChange={setCode} />}
      </Field>
      <Button type="submit" wide pending={pending} disabled={!complete} className="min-h-16! text-xl!">
        {submit}
      </Button>
    </form>
  )
}
