import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { AdviceLine } from './advice-line.tsx'
import { DrawChoice } from './draw-choice.tsx'
import { ListingFields } from './listing-fields.tsx'
import type { ListingForm } from './listing-form.ts'

interface Props {
  form: ListingForm
  /** The analyser's suggestions. */
  analysis: Analysis | undefined
  /** On a phone: three answers, and the rest in a line each. */
  short: boolean
  /** Whether the form may be sent: after a successful analysis, or when the member goes on without one. */
  ready: boolean
  /** Photos are still being uploaded. */
  sending: boolean
  onContinue: () => void
  /** Leaves, and forgets what was entered. */
  onCancel: () => void
}

/** Step 2: the fields, and the buttons once the form may be sent. */
export function DetailsStep({ form, analysis, short, ready, sending, onContinue, onCancel }: Props) {
  const { isSubmitting } = form.formState
  return (
    <>
      <ListingFields form={form} analysis={analysis} short={short} />
      <AdviceLine title={form.watch('title')} description={form.watch('description')} />
      {ready && <DrawChoice form={form} />}
      {ready ? (
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" size="lg" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" size="lg" pending={isSubmitting} disabled={sending}>
            {sending ? t('Waiting for photos…') : t('Post Item')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-sunken p-4">
          <p>{t('The analysis did not work this time. You can try it again, or fill in the details yourself.')}</p>
          <Button variant="quiet" onClick={onContinue}>
            {t('Continue without AI')}
          </Button>
        </div>
      )}
    </>
  )
}
